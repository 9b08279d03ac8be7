// Bundles one of the measuring programs beside this file and runs it.
//
//   node eval/run.mjs devTables --bench DIR …        (eval/devTables.ts)
//   node eval/run.mjs train/ranking/dump --bench DIR …
import { spawnSync } from "node:child_process";
import path from "node:path";
import { build } from "esbuild";

const [program, ...args] = process.argv.slice(2);
if (!program) {
  console.error("usage: node eval/run.mjs PROGRAM [ARGUMENTS]");
  process.exit(2);
}
const here = import.meta.dirname;
// Below node_modules, so that the packages left out of the bundle are found.
const outfile = path.join(
  here,
  "../node_modules/.cache/plumbline-eval",
  `${program.replaceAll("/", "-")}.js`,
);
await build({
  entryPoints: [path.join(here, `${program}.ts`)],
  outfile,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  packages: "external",
  sourcemap: "inline",
  logLevel: "warning",
});
const ran = spawnSync(process.execPath, ["--enable-source-maps", outfile, ...args], { stdio: "inherit" });
process.exitCode = ran.status ?? 1;
