// A parser that aborts or runs out of memory takes the whole worker with it, and no `catch` sees that. So the file
// in hand is written down before it is cut, and whoever sees the worker end blames what it was on. A worker that was
// killed together with its parent is blamed on no file.
import { closeSync, promises as fs, ftruncateSync, openSync, writeSync } from "node:fs";
import path from "node:path";

/** Somebody may have killed the worker alone, so one end is no proof: the second on the same content is. */
const ENDS_UNTIL_SET_ASIDE = 2;

/** Notes which content is being cut, and which contents ended the process before. One per open store. */
export class FileInHand {
  /** Hash of content -> how often the process ended while it was in hand. */
  readonly #ends: Map<string, number>;
  readonly #note: number;

  private constructor(
    private readonly endsFile: string,
    noteFile: string,
    ends: Map<string, number>,
  ) {
    this.#ends = ends;
    this.#note = openSync(noteFile, "w");
  }

  /** @param folder of the store; the caller holds its lock. */
  static async open(folder: string): Promise<FileInHand> {
    const { noteFile, endsFile } = filesIn(folder);
    return new FileInHand(endsFile, noteFile, await readEnds(endsFile));
  }

  /** To be called by who saw the worker of a store end by itself: counts it against the content it had in hand. */
  static async blame(folder: string): Promise<void> {
    const { noteFile, endsFile } = filesIn(folder);
    const left = (await fs.readFile(noteFile, "utf8").catch(() => "")).trim();
    if (!left) return;
    const ends = await readEnds(endsFile);
    await writeEnds(endsFile, ends.set(left, (ends.get(left) ?? 0) + 1));
    await fs.rm(noteFile, { force: true });
  }

  /** Why content must not be cut again, or null. @param hash of the content: changed files get another chance. */
  reasonAgainst(hash: string): string | null {
    const ends = this.#ends.get(hash) ?? 0;
    return ends >= ENDS_UNTIL_SET_ASIDE
      ? `set aside: the index worker ended ${ends} times while cutting it`
      : null;
  }

  /** Runs `cut` with the content noted; what it survives is taken off the list. */
  async during<T>(hash: string, cut: () => Promise<T>): Promise<T> {
    writeSync(this.#note, `${hash}\n`, 0);
    try {
      return await cut();
    } finally {
      ftruncateSync(this.#note); // What ends the process between two files is the fault of neither.
      if (this.#ends.delete(hash)) await writeEnds(this.endsFile, this.#ends);
    }
  }

  /** Nothing is in hand any more. */
  close(): void {
    ftruncateSync(this.#note);
    closeSync(this.#note);
  }
}

function filesIn(folder: string) {
  return { noteFile: path.join(folder, "in-hand"), endsFile: path.join(folder, "ends.json") };
}

async function readEnds(file: string): Promise<Map<string, number>> {
  try {
    const parsed: unknown = JSON.parse(await fs.readFile(file, "utf8"));
    const entries = Object.entries(parsed as object).filter(([, ends]) => typeof ends === "number");
    return new Map(entries as [string, number][]);
  } catch {
    return new Map(); // None yet, or cut off: then every content gets another chance.
  }
}

async function writeEnds(file: string, ends: ReadonlyMap<string, number>): Promise<void> {
  await fs.writeFile(file, JSON.stringify(Object.fromEntries(ends)));
}
