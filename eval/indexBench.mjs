// Measures a cold index of some folders with the built terminal program: cpu seconds, wall time, peak memory of all
// its processes together, size on disk; then a second run with nothing changed.
//
//   node eval/indexBench.mjs DIR... [--store DIR]
//
// Reads /proc, so it runs on Linux only. Wall times on a busy machine say little: compare cpu seconds.
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

const TICKS_PER_SECOND = 100;
const SAMPLE_MS = 50;

const { values, positionals: dirs } = parseArgs({
  allowPositionals: true,
  options: { store: { type: "string" } },
});
const store = values.store ?? mkdtempSync(path.join(os.tmpdir(), "plumbline-index-bench-"));
const cli = path.resolve(import.meta.dirname, "../dist/cli.js");

const cold = await measure(["index", ...dirs, "--store", store, "--json"]);
const again = await measure(["index", ...dirs, "--store", store, "--json"]);
for (const [name, run] of Object.entries({ cold, again })) {
  const sum = (key, part) => run.reports.reduce((total, report) => total + report[key][part], 0);
  console.log(
    `${name.padEnd(6)} ${sum("files", "listed")} files, ${sum("chunks", "embedded")} chunks embedded, ` +
      `${run.cpuSeconds.toFixed(1)} cpu-s, ${run.seconds.toFixed(1)} s, peak ${run.peakMiB.toFixed(0)} MiB`,
  );
}

async function measure(args) {
  const started = performance.now();
  const child = spawn(process.execPath, [cli, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (data) => {
    output += data;
  });
  const cpu = new Map();
  let peakMiB = 0;
  const timer = setInterval(() => {
    const family = processesUnder(child.pid);
    for (const { pid, ticks } of family) cpu.set(pid, ticks);
    peakMiB = Math.max(
      peakMiB,
      family.reduce((total, one) => total + one.rssMiB, 0),
    );
  }, SAMPLE_MS);
  await new Promise((resolve) => child.once("close", resolve));
  clearInterval(timer);
  const cpuSeconds = [...cpu.values()].reduce((a, b) => a + b, 0) / TICKS_PER_SECOND;
  const reports = JSON.parse(output).repositories;
  return { seconds: (performance.now() - started) / 1000, cpuSeconds, peakMiB, reports };
}

/** A process and all below it, as /proc has them now. */
function processesUnder(root) {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(readProcess)
    .filter(Boolean);
  const family = new Set([root]);
  for (let grown = true; grown; ) {
    grown = false;
    for (const { pid, parent } of all) {
      if (!family.has(pid) && family.has(parent)) {
        family.add(pid);
        grown = true;
      }
    }
  }
  return all.filter(({ pid }) => family.has(pid));
}

function readProcess(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const rssMiB = (Number(fields[21]) * 4096) / (1 << 20);
    return {
      pid: Number(pid),
      parent: Number(fields[1]),
      ticks: Number(fields[11]) + Number(fields[12]),
      rssMiB,
    };
  } catch {
    return null; // It ended in between.
  }
}
