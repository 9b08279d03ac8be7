import { type Activity, totalProgress } from "../engine/activity";

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** One sentence on standard error. */
export function complain(text: string): void {
  process.stderr.write(`${text}\n`);
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
  });
  return () => {
    stop();
    if (lastDrawn > 0) process.stderr.write("\r\u001b[K");
  };
}

const style = (code: number) => (text: string) =>
  process.stdout.isTTY && !process.env.NO_COLOR ? `\u001b[${code}m${text}\u001b[0m` : text;
export const bold = style(1);
export const dim = style(2);
export const cyan = style(36);
