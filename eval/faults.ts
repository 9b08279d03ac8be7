// Seeded faults: how the verifier judges generated pairs of sentence and citation over real code.
//
//   node eval/run.mjs faults --dir DIR [--dir DIR …] [--each 40] [--out FILE] [--show FAULT]
import { writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { type CitedFile, CitedFiles } from "../server/answer/citedFiles";
import { type ProofState, verifyOutside } from "../server/answer/verifyOutside";
import { discoverRoots } from "../server/workspace/roots";
import { listFiles } from "../server/workspace/walk";
import { FAULTS, type Fault, faultPairs } from "./faultPairs";

const CODE = /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|cs|c|cc|cpp|h|hpp|rb|php|swift|scala|ex|zig)$/;
const STATES: readonly ProofState[] = ["verified", "weak", "moved", "unsupported"];

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      dir: { type: "string", multiple: true, default: [] },
      each: { type: "string", default: "40" },
      out: { type: "string" },
      show: { type: "string" },
    },
  });
  const counts = new Map<Fault, Record<ProofState, number>>(
    FAULTS.map((fault) => [fault, { verified: 0, weak: 0, moved: 0, unsupported: 0 }]),
  );
  let ms = 0;
  for (const dir of values.dir) {
    const files = new CitedFiles(await discoverRoots([dir]), path.resolve("."));
    for (const { fault, sentence } of faultPairs(await codeFiles(dir, files), Number(values.each))) {
      const started = performance.now();
      const { state, reason } = await verifyOutside(sentence, files);
      ms += performance.now() - started;
      counts.get(fault)![state]++;
      const wrong = (fault === "correct") !== (state === "verified");
      if ((fault === values.show || values.show === "all") && wrong)
        console.log(
          `${fault}: ${state} ${reason}\n   ${sentence.text}\n   ${JSON.stringify(sentence.citations[0])}`,
        );
    }
  }
  const table = tableOf(counts);
  const nPairs = [...counts.values()].flatMap((row) => Object.values(row)).reduce((sum, n) => sum + n, 0);
  console.log(`${table}\n${nPairs} pairs, ${(ms / nPairs).toFixed(2)} ms each`);
  if (values.out)
    writeFileSync(
      values.out,
      pageOf(
        table,
        values.dir.map((dir) => path.basename(dir)),
      ),
    );
}

/** Code files of a folder, each a tenth of it or so: enough of every one. */
async function codeFiles(dir: string, files: CitedFiles): Promise<CitedFile[]> {
  const [root] = await discoverRoots([dir]);
  const listed = (await listFiles(root!)).filter((file) => CODE.test(file));
  const step = Math.max(1, Math.floor(listed.length / 60));
  const read = await Promise.all(
    listed.filter((_, idx) => idx % step === 0).map((file) => files.find(root!.name, file)),
  );
  return read.filter((file) => typeof file !== "string");
}

function tableOf(counts: ReadonlyMap<Fault, Readonly<Record<ProofState, number>>>): string {
  const rows = [...counts].map(([fault, row]) => {
    const total = STATES.reduce((sum, state) => sum + row[state], 0);
    const share = ((100 * row.verified) / Math.max(1, total)).toFixed(1);
    return `| ${fault} | ${total} | ${STATES.map((state) => row[state]).join(" | ")} | ${share} % |`;
  });
  return [
    `| class | pairs | ${STATES.join(" | ")} | shown as verified |`,
    `| --- | ${"---: | ".repeat(6)}`.trimEnd(),
    ...rows,
  ].join("\n");
}

function pageOf(table: string, repos: readonly string[]): string {
  return `# Seeded faults\n\nSentences about real code of ${repos.join(", ")}, correct or spoiled in one way (\`eval/faultPairs.ts\`), judged by\n\`plumbline verify\`'s verifier. Made by \`node eval/run.mjs faults --dir …\`. Only the first line should be verified.\n\n${table}\n`;
}

void main();
