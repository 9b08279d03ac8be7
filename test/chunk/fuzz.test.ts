// Inputs nobody would write: no crash, no line lost, no hang, no leak. eval/fuzz.mjs runs ten thousand of them.
import { expect, test } from "vitest";
import { chunker, languages } from "./draw";
import { checkChunks, fuzzInputs } from "./fuzzInputs";

const N_INPUTS = Number(process.env.FUZZ_INPUTS ?? 500);
const SEED = Number(process.env.FUZZ_SEED ?? 20);
/** Above what the parser may wait on a busy machine. */
const MAX_MS = 35_000;
const SAMPLE = 500;
const MAX_GROWTH_MIB = 200;

test("inputs nobody would write", { timeout: 60_000 + 1_000 * N_INPUTS }, async () => {
  const memory: number[] = [];
  let done = 0;
  let slowest = { ms: 0, what: "" };
  for (const input of fuzzInputs(SEED, N_INPUTS, ".")) {
    const what = `input ${done}: ${input.kind} as ${input.path}, ${input.text.length} characters`;
    const began = performance.now();
    await checkChunks(chunker, languages, input).catch((error: unknown) => {
      throw new Error(what, { cause: error });
    });
    const ms = performance.now() - began;
    if (ms > slowest.ms) slowest = { ms, what };
    if (++done % SAMPLE === 0) memory.push(process.memoryUsage.rss() / (1 << 20));
  }
  if (N_INPUTS > SAMPLE) {
    process.stdout.write(
      `memory ${memory.map(Math.round).join(" ")} MiB\nslowest ${slowest.ms} ms, ${slowest.what}\n`,
    );
  }
  expect(slowest.ms, slowest.what).toBeLessThan(MAX_MS);
  // Every grammar is loaded by the fourth sample.
  expect(memory.at(-1)! - (memory[3] ?? memory.at(-1)!)).toBeLessThan(MAX_GROWTH_MIB);
});
