import path from "node:path";
import { createConnection, ProposedFeatures, TextDocumentSyncKind } from "vscode-languageserver/node";
import { Engine } from "./engine/engine";
import { prepareStore } from "./engine/prepareStore";
import type { ServerSettings } from "./protocol/wire";
import { answerConfigOf } from "./rpc/answerConfig";
import { registerHandlers } from "./rpc/handlers";

// The language-server-style process: started by the extension over IPC, ends with it.

/** The package's root: this file runs as dist/server.js. */
const resourcesDir = path.resolve(__dirname, "..");
const WORKER_IDLE_MS = 60_000;

const connection = createConnection(ProposedFeatures.all);
const handlers = registerHandlers(connection, openEngine, resourcesDir);
connection.onInitialize(() => ({
  capabilities: {
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
  },
}));
connection.onShutdown(() => handlers.dispose());
connection.listen();

async function openEngine(settings: ServerSettings): Promise<Engine> {
  await prepareStore(settings.storeDir);
  return Engine.open({
    storeDir: settings.storeDir,
    resourcesDir,
    worker: { program: path.join(__dirname, "worker.js"), idleMs: WORKER_IDLE_MS, priority: "background" },
    answer: answerConfigOf(settings),
  });
}
