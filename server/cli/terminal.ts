import { EngineError } from "../base/errors";
import { type Activity, totalProgress } from "../engine/activity";

let outputError: NodeJS.ErrnoException | null = null;
// Without a listener a reader that leaves early (`| head`) would end the process with a stack trace.
process.stdout.on("error", (error) => {
  outputError ??= error;
});
process.stderr.on("error", () => {});

export function print(text: string): void {
  clearProgress();
  process.stdout.write(`${text}\n`);
}

/**
 * Settles when all that was printed is written; a reader that has left wants no more, which is no failure.
 * @throws EngineError "output-unwritable".
 */
export async function flushOutput(): Promise<void> {
  await new Promise<void>((resolve) => process.stdout.write("", () => resolve()));
  await new Promise((resolve) => setImmediate(resolve)); // Errors are told one turn later.
  if (!outputError || outputError.code === "EPIPE") return;
  const message = `The result could not be written (${outputError.code}); make room where the output goes.`;
  throw new EngineError("output-unwritable", message, { cause: outputError });
}

/** One sentence on standard error. */
export function complain(text: string): void {
  clearProgress();
  process.stderr.write(`${text}\n`);
}

/** As `complain`, for what only a person wants to know. */
export function mention(text: string): void {
  if (isTerminal()) complain(text);
}

const isTerminal = () => process.stderr.isTTY === true;

/** Draws the update's progress on one line of a terminal; elsewhere nothing. @returns what clears it. */
export function showProgress(engine: {
  readonly activity: Activity;
  onStatus(listener: () => void): () => void;
}): () => void {
  if (!isTerminal()) return () => {};
  let lastDrawn = 0;
  const stop = engine.onStatus(() => {
    const progress = totalProgress(engine.activity.progress);
    if (!progress || Date.now() - lastDrawn < 100) return;
    lastDrawn = Date.now();
    process.stderr.write(`\r\u001b[KIndexing ${progress.done} of ${progress.total} files`);
    isProgressDrawn = true;
  });
  return () => {
    stop();
    clearProgress();
  };
}

let isProgressDrawn = false;

function clearProgress(): void {
  if (isProgressDrawn) process.stderr.write("\r\u001b[K");
  isProgressDrawn = false;
}

const style = (code: number) => (text: string) =>
  process.stdout.isTTY && !process.env.NO_COLOR ? `\u001b[${code}m${text}\u001b[0m` : text;
export const bold = style(1);
export const dim = style(2);
export const cyan = style(36);
