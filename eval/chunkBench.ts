// The chunking pipeline on real files in one process, beside ctags on the same files: lines per cpu-second, and
// memory while it runs. Reading is in it; embedding and storing are not.
//
//   node eval/run.mjs chunkBench DIR… [--lines N] [--write]
//
// It restarts itself with the worker's V8 options. --write makes golden/chunking.md.
import { spawnSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { Chunker } from "../server/chunk/chunkFile";
import { cutFile } from "../server/indexing/indexFile";
import { Languages } from "../server/syntax/languages";
import { readSource } from "../server/workspace/sourceFile";

/** As the index worker is started. */
const WORKER_OPTIONS = ["--liftoff-only"];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    lines: { type: "string", default: "2000000" },
    write: { type: "boolean", default: false },
    measured: { type: "boolean", default: false },
  },
});

if (values.measured) measure().catch(fail);
else restart();

function restart(): void {
  const args = [...WORKER_OPTIONS, "--expose-gc", ...process.argv.slice(1), "--measured"];
  process.exitCode = spawnSync(process.execPath, args, { stdio: "inherit" }).status ?? 1;
}

async function measure(): Promise<void> {
  const languages = Languages.open(".");
  const chunker = new Chunker(languages);
  const files = positionals.flatMap((dir) => filesIn(path.resolve(dir)));
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const began = process.cpuUsage();
  const taken: string[] = [];
  const memory: number[] = [];
  let [nLines, nChunks, nProblems, nBytes] = [0, 0, 0, 0];
  for (const file of files) {
    if (nLines >= Number(values.lines)) break;
    const read = await readSource(file);
    if (read.kind !== "text") continue;
    const language = languages.languageOf(file, read.text);
    const { chunks, problem } = await cutFile(chunker, {
      path: file,
      language,
      text: read.text,
      hash: read.hash,
    });
    taken.push(file);
    nLines += chunks.at(-1)?.chunk.endLine ?? 0;
    nBytes += read.text.length;
    nChunks += chunks.length;
    if (problem) nProblems++;
    if (taken.length % 100 === 0) memory.push(process.memoryUsage.rss() / (1 << 20));
  }
  const { user, system } = process.cpuUsage(began);
  const cpuSeconds = (user + system) / 1e6;
  const ctagsSeconds = ctagsOn(taken);
  const report = [
    `${taken.length} files, ${nLines} lines, ${(nBytes / 1e6).toFixed(1)} MB, ${nChunks} chunks, ${nProblems} files by lines for a problem`,
    `chunking: ${cpuSeconds.toFixed(1)} cpu-s, ${perSecond(nLines, cpuSeconds)} lines per cpu-second`,
    `ctags: ${ctagsSeconds.toFixed(1)} cpu-s, ${perSecond(nLines, ctagsSeconds)} lines per cpu-second`,
    `memory of the process: ${quarters(memory).join(", ")} MiB at the quarters, ${Math.max(...memory).toFixed(0)} MiB at most`,
    `longest step without a pause in this process (the worker, not the server): ${(delay.max / 1e6).toFixed(0)} ms`,
  ];
  console.log(report.join("\n"));
  if (values.write) writeFileSync("eval/golden/chunking.md", page(report));
}

/** Every file below, in path order. */
function filesIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/\/(\.git|node_modules|\.yarn)\//.test(file))
    .sort();
}

/** Cpu seconds of ctags on the same files, as the kernel counted its children. */
function ctagsOn(files: readonly string[]): number {
  const script = "ctags --fields=+n -L - -f /dev/null >/dev/null 2>&1; times";
  const ran = spawnSync("bash", ["-c", script], { input: files.join("\n"), encoding: "utf8" });
  const [minutes, seconds, sysMinutes, sysSeconds] = (ran.stdout.trim().split("\n")[1] ?? "")
    .split(/[ms ]+/)
    .map(Number);
  return 60 * (minutes! + sysMinutes!) + seconds! + sysSeconds!;
}

function perSecond(nLines: number, seconds: number): string {
  return `${(nLines / seconds / 1000).toFixed(1)} k`;
}

function quarters(samples: readonly number[]): string[] {
  return [1, 2, 3, 4].map((nth) => (samples[Math.ceil((samples.length * nth) / 4) - 1] ?? 0).toFixed(0));
}

function page(report: readonly string[]): string {
  return `# Chunking speed

Made by \`node eval/run.mjs chunkBench DIR… --write\` on ten real repositories of one family (Python, Java, Rust, Kotlin,
TypeScript, Go, and much JSON and YAML); aim: 80 k lines per cpu-second, less than 400 MiB, flat.

${report.map((line) => `- ${line}`).join("\n")}
`;
}

function fail(error: unknown): void {
  console.error(error);
  process.exitCode = 1;
}
