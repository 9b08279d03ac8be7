import path from "node:path";
import { DEFAULT_ANSWER_MODEL } from "../answer/claudeModel";
import { EngineError } from "../base/errors";
import type { AnswerConfig } from "../engine/config";
import { Engine } from "../engine/engine";
import { IndexOnly } from "../engine/indexOnly";
import { prepareStore } from "../engine/prepareStore";
import type { SearchFlags } from "./options";
import { showProgress } from "./terminal";

/**
 * Keys come from the environment only: a flag would end up in the shell's history. `PLUMBLINE_PROVIDER=openai` asks any
 * service that speaks OpenAI's chat completions at `OPENAI_BASE_URL`, with a key or, for a local one, without.
 */
export function answerFromEnvironment(useModel: "model" | "no-model"): AnswerConfig {
  const { env } = process;
  const cap = Number(env.PLUMBLINE_MONTHLY_TOKENS || Number.NaN);
  const shared = { monthlyTokens: Number.isNaN(cap) ? null : cap };
  if (useModel === "no-model") return { ...shared, apiKey: null, model: DEFAULT_ANSWER_MODEL, baseUrl: null };
  if (env.PLUMBLINE_PROVIDER === "openai") {
    const to = { apiKey: env.OPENAI_API_KEY || null, baseUrl: env.OPENAI_BASE_URL || null };
    return { ...shared, ...to, provider: "openai", model: env.PLUMBLINE_MODEL || "gpt-5-mini" };
  }
  const to = { apiKey: env.ANTHROPIC_API_KEY || null, baseUrl: env.ANTHROPIC_BASE_URL || null };
  return { ...shared, ...to, provider: "claude", model: env.PLUMBLINE_MODEL || DEFAULT_ANSWER_MODEL };
}

/** The package's root: this file runs as dist/cli.js. */
export const resourcesDir = path.resolve(__dirname, "..");

export interface Session {
  readonly store: string;
  readonly dirs: readonly string[];
  readonly include: readonly string[];
  readonly useModel?: "model" | "no-model";
  /** For a service that stays: indexing gives way to what else the machine does. */
  readonly stays?: "background";
}

/** A command ends as soon as its index is up to date and in order; a service has time. */
const ONE_COMMAND = { idleMs: 1_000, priority: "foreground", upkeep: "at once" } as const;
const SERVICE = { idleMs: 60_000, priority: "background" } as const;

/** Opens an engine over some folders, runs `use`, and ends everything it started; Ctrl-C cancels. */
export async function withEngine<T>(
  session: Session,
  use: (engine: Engine, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const open = (config: WorkerOnly) =>
    Engine.open({ ...config, answer: answerFromEnvironment(session.useModel ?? "no-model") });
  return withOpened(session, open, use);
}

/** The same for what writes the index and searches nothing. */
export async function withIndexOnly<T>(
  session: Session,
  use: (index: IndexOnly, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return withOpened(session, async (config) => new IndexOnly(config), use);
}

type WorkerOnly = ConstructorParameters<typeof IndexOnly>[0];
type Opened = Pick<Engine, "openFolders" | "dispose" | "activity" | "onStatus">;

async function withOpened<E extends Opened, T>(
  session: Session,
  open: (config: WorkerOnly) => Promise<E>,
  use: (opened: E, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  for (const sent of ["SIGINT", "SIGTERM"] as const) process.once(sent, () => abort.abort());
  const storeDir = path.resolve(session.store);
  await prepareStore(storeDir);
  const opened = await open({
    storeDir,
    resourcesDir,
    worker: { program: path.join(__dirname, "worker.js"), ...(session.stays ? SERVICE : ONE_COMMAND) },
  });
  const stop = showProgress(opened);
  try {
    const dirs = session.dirs.length > 0 ? session.dirs : [process.cwd()];
    await opened.openFolders(dirs, { include: session.include }, abort.signal);
    return await use(opened, abort.signal);
  } finally {
    stop();
    await opened.dispose();
  }
}

/** For search, ask and batch: the index is brought up to date first, unless --no-update. */
export async function withUpToDate<T>(
  flags: SearchFlags,
  use: (engine: Engine, signal: AbortSignal) => Promise<T>,
  useModel: Session["useModel"] = "no-model",
): Promise<T> {
  return withEngine(
    { store: flags.store, dirs: flags.dir, include: flags.include, useModel },
    async (engine, signal) => {
      if (flags.update) await engine.update(signal);
      await requireChunks(engine, flags.update ? "updated" : "as it was");
      return use(engine, signal);
    },
  );
}

async function requireChunks(engine: Engine, index: "updated" | "as it was"): Promise<void> {
  const { repositories } = await engine.status();
  if (repositories.some((repo) => repo.nChunks > 0)) return;
  const dirs = repositories.map((repo) => repo.dir).join(", ");
  const message =
    index === "updated"
      ? `There is no text file to search in ${dirs}; name a folder that holds code with --dir.`
      : `${dirs} is not indexed yet; run it without --no-update, or "plumbline index" first.`;
  throw new EngineError("bad-folder", message);
}
