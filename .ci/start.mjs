// npm start -- "QUESTION" [--dir DIR …]: installs what is missing, builds, indexes and prints the cited answer.
import { spawnSync } from "node:child_process";
import { ensureBuild, ensurePackages, root, say } from "./setup.mjs";

const args = process.argv.slice(2);
if (args.length === 0 || args[0].startsWith("-")) {
  say('Usage: npm start -- "QUESTION" [--dir DIR] [further options of "plumbline ask"]');
  process.exit(2);
}
try {
  ensurePackages();
  ensureBuild();
} catch (error) {
  say(error.message);
  process.exit(1);
}
const namesFolder = args.some((arg) => arg === "--dir" || arg.startsWith("--dir="));
const folder = namesFolder ? [] : ["--dir", root];
// npm runs us in the repository; a folder is meant as seen from where the person stands.
const cwd = process.env.INIT_CWD ?? process.cwd();
const ask = spawnSync(process.execPath, [`${root}/dist/cli.js`, "ask", ...args, ...folder], {
  cwd,
  stdio: "inherit",
});
process.exit(ask.status ?? 1);
