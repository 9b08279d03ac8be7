// npm run vscode -- DIR: opens DIR in a real VS Code with this extension: the desktop's where `code` is on the PATH,
// else a server on the loopback for any browser. Ctrl-C ends it.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { ensureBuild, ensurePackages, onPath, root, say } from "./setup.mjs";

const args = process.argv.slice(2);
const workspace = resolve(process.env.INIT_CWD ?? ".", args[0] ?? ".");
if (args.length > 1 || args[0]?.startsWith("-")) {
  say("Usage: npm run vscode -- [DIR]");
  process.exit(2);
}
if (!existsSync(workspace) || !statSync(workspace).isDirectory()) {
  say(`There is no folder ${workspace}.`);
  process.exit(2);
}
try {
  ensurePackages();
  if (onPath("code")) openDesktop();
  else await serve();
} catch (error) {
  say(error.message);
  process.exit(1);
}

function openDesktop() {
  ensureBuild();
  const { status } = spawnSync("code", [`--extensionDevelopmentPath=${root}`, workspace], {
    stdio: "inherit",
  });
  process.exitCode = status ?? 1;
}

async function serve() {
  // Imported only here: a desktop machine needs none of it.
  const { ensureExtension, startCodeServer } = await import("./codeServer.mjs");
  const extensionsDir = ensureExtension();
  const server = await startCodeServer({ workspace, extensionsDir });
  console.log(`VS Code is at ${server.base}/?folder=${encodeURIComponent(workspace)} (Ctrl-C ends it)`);
  const asked = ["SIGINT", "SIGTERM", "SIGHUP"].map(
    (signal) => new Promise((done) => process.once(signal, done)),
  );
  await Promise.race([...asked, new Promise((done) => server.child.once("exit", done))]);
  await server.stop();
}
