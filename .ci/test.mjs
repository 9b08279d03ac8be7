// npm test: installs what is missing, builds, checks and runs every test; --unit leaves the real VS Code out.
// The last line printed is "N passed, N failed"; types, lint and format together count as one test.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureExtension } from "./codeServer.mjs";
import { ensureBuild, ensureChromium, ensurePackages, ensureVsCode, root, say } from "./setup.mjs";

const passed = { nPassed: 1, nFailed: 0 };
const failed = { nPassed: 0, nFailed: 1 };

/** A step of preparation: its failure counts as one failed test and is told; its success counts nothing. */
function prepares(step) {
  try {
    step();
    return true;
  } catch (error) {
    say(error.message);
    counts.push(failed);
    return false;
  }
}

function runLive(args) {
  return (
    spawnSync(process.execPath, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"] }).status === 0
  );
}

function check() {
  const typesFit = runLive(["node_modules/typescript/bin/tsc", "-b"]);
  const isTidy = runLive(["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."]);
  return typesFit && isTidy ? passed : failed;
}

function runProject(name) {
  const dir = mkdtempSync(join(tmpdir(), "plumbline-test-"));
  const report = join(dir, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const config = ["--config", "test/vitest.config.ts", "--project", name];
  const succeeded = runLive(["node_modules/vitest/vitest.mjs", "run", ...config, ...reporters]);
  const count = countReport(report);
  rmSync(dir, { recursive: true, force: true });
  // A run may fail with all its tests green: an error outside of any test, or no test at all.
  return succeeded || count.nFailed > 0 ? count : { ...count, nFailed: 1 };
}

function countReport(file) {
  try {
    const report = JSON.parse(readFileSync(file, "utf8"));
    // A test file that does not even load holds no test, but it has failed.
    const nUnloaded = report.testResults.filter(
      (r) => r.status === "failed" && r.assertionResults.length === 0,
    ).length;
    return { nPassed: report.numPassedTests, nFailed: report.numFailedTests + nUnloaded };
  } catch {
    return failed;
  }
}

const counts = [];
if (prepares(ensurePackages)) {
  const isBuilt = prepares(ensureBuild);
  counts.push(check(), runProject("unit"));
  const wantsScreen = isBuilt && !process.argv.includes("--unit");
  if (wantsScreen && [ensureChromium, ensureVsCode, ensureExtension].every(prepares))
    counts.push(runProject("e2e"));
}
const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
console.log(`${sum("nPassed")} passed, ${sum("nFailed")} failed`);
process.exitCode = sum("nFailed") > 0 ? 1 : 0;
