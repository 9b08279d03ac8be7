import type { Connection } from "vscode-languageserver/node";
import { toolNamed } from "../agents/tools";
import { EngineError } from "../base/errors";
import type { Engine } from "../engine/engine";
import {
  answerProgress,
  askRequest,
  clearRequest,
  configureRequest,
  coverageRequest,
  detailsRequest,
  explainRequest,
  filesSaved,
  indexStatusChanged,
  locateRequest,
  pauseRequest,
  rebuildRequest,
  resumeRequest,
  searchRequest,
  statusRequest,
  toolRequest,
  windowFocused,
} from "../protocol/engine";
import type { ServerSettings } from "../protocol/wire";
import { answerConfigOf } from "./answerConfig";
import { answerRequest } from "./boundary";
import { followDocuments } from "./documents";
import { toAnswer, toCoverage, toDetails, toExplanation, toSearchResult, toStatus } from "./toWire";

/** Opens the engine for the settings' store, once; later settings only change folders and the answering model. */
export type OpenEngine = (settings: ServerSettings) => Promise<Engine>;

/** Wires each request of the protocol to one call of the engine. */
export function registerHandlers(
  connection: Connection,
  openEngine: OpenEngine,
  resourcesDir: string,
): { dispose(): Promise<void> } {
  let opening: Promise<Engine> | null = null;
  const log = (message: string) => connection.console.error(message);
  const engine = () => {
    if (!opening)
      throw new EngineError("bad-query", "The index is still being opened; try again in a moment.");
    return opening;
  };

  connection.onRequest(configureRequest, (settings, token) =>
    answerRequest(token, log, async () => {
      const isNew = opening === null;
      opening ??= openEngine(settings);
      opening.catch(() => {
        opening = null; // The next settings may fix what failed.
      });
      const opened = await opening;
      if (isNew) followStatus(connection, opened);
      await configure(opened, settings, log);
      return null;
    }),
  );
  connection.onRequest(searchRequest, ({ query, limit, filter }, token) =>
    answerRequest(token, log, async (signal) => {
      const options = { limit, ...(filter ? { filter } : {}) };
      return toSearchResult(await (await engine()).search(query, options, signal));
    }),
  );
  connection.onRequest(askRequest, ({ id, question, earlier, filter }, token) =>
    answerRequest(token, log, async (signal) => {
      const onProgress = (answer: Parameters<typeof toAnswer>[0]) =>
        void connection.sendNotification(answerProgress, { id, answer: toAnswer(answer) });
      return toAnswer(await (await engine()).ask(question, { onProgress, earlier, filter }, signal));
    }),
  );
  connection.onRequest(toolRequest, ({ tool, input }, token) =>
    answerRequest(token, log, async (signal) => {
      const context = { engine: await engine(), resourcesDir, ready: async () => {} };
      return (await toolNamed(tool).run(input, context, signal)).text;
    }),
  );
  connection.onRequest(explainRequest, (at, token) =>
    answerRequest(token, log, async () => {
      const explained = await (await engine()).explain(at);
      return explained && toExplanation(explained);
    }),
  );
  connection.onRequest(locateRequest, ({ span, textHash }, token) =>
    answerRequest(token, log, async () => {
      const { state, startLine, endLine } = await (await engine()).locate(span.file, span, textHash);
      return { state, span: { ...span, startLine, endLine } };
    }),
  );
  connection.onRequest(statusRequest, (token) =>
    answerRequest(token, log, async () => toStatus(await (await engine()).status())),
  );
  connection.onRequest(detailsRequest, (token) =>
    answerRequest(token, log, async (signal) => toDetails(await (await engine()).details(signal))),
  );
  connection.onRequest(coverageRequest, (token) =>
    answerRequest(token, log, async (signal) => (await (await engine()).coverage(signal)).map(toCoverage)),
  );
  connection.onRequest(rebuildRequest, (token) =>
    answerRequest(token, log, async (signal) => {
      await (await engine()).rebuild(signal);
      return null;
    }),
  );
  connection.onRequest(pauseRequest, (token) =>
    answerRequest(token, log, async () => {
      await (await engine()).pause();
      return null;
    }),
  );
  connection.onRequest(resumeRequest, (token) =>
    answerRequest(token, log, async () => {
      (await engine()).resume().catch((error: unknown) => log(String(error))); // Its progress is the status.
      return null;
    }),
  );
  connection.onRequest(clearRequest, (token) =>
    answerRequest(token, log, async () => {
      await (await engine()).clear();
      return null;
    }),
  );
  connection.onNotification(windowFocused, async () => {
    // Whatever happened while another window had the focus and no watcher saw it.
    (await opening)?.catchUp();
  });
  followDocuments(connection, () => opening);
  connection.onNotification(filesSaved, async ({ files }) => (await opening)?.filesSaved(files));
  return { dispose: async () => (await opening?.catch(() => null))?.dispose() };
}

/** The folders are known when this settles; their update goes on behind. */
async function configure(
  engine: Engine,
  settings: ServerSettings,
  log: (message: string) => void,
): Promise<void> {
  engine.setAnswer(answerConfigOf(settings));
  await engine.openFolders(settings.folders, { include: settings.include });
  const follow = async () => {
    await engine.watch();
    await engine.update();
  };
  // A failed update is in the status; the log keeps its stack.
  follow().catch((error: unknown) => log(String(error)));
}

/** Status goes out when it changed, at most a few times a second: reading it counts chunks. */
const STATUS_EVERY_MS = 200;

function followStatus(connection: Connection, engine: Engine): void {
  let timer: NodeJS.Timeout | null = null;
  engine.onStatus(() => {
    if (timer) return;
    timer = setTimeout(async () => {
      timer = null;
      await connection.sendNotification(indexStatusChanged, toStatus(await engine.status()));
    }, STATUS_EVERY_MS);
  });
}
