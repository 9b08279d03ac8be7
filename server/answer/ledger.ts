import { promises as fs } from "node:fs";
import path from "node:path";
import { numberedPrompt } from "./openAiModel";
import { type Source, SYSTEM_PROMPT } from "./prompt";

/** What asking a model sends, and to whom: shown before, written down after. */
export interface Outgoing {
  readonly to: string; // Host of the service.
  readonly model: string;
  readonly files: readonly string[]; // `repo/path`, each once.
  readonly bytes: number;
  readonly tokens: number; // Estimated.
}

/** A line of the ledger. */
export interface LedgerEntry extends Outgoing {
  readonly at: string; // ISO time.
}

/** Code has about so many bytes a token in the models' tokenizers. */
const BYTES_PER_TOKEN = 3.5;

export function outgoingOf(
  question: string,
  sources: readonly Source[],
  to: { host: string; model: string },
): Outgoing {
  const bytes = Buffer.byteLength(SYSTEM_PROMPT + numberedPrompt({ question, sources }));
  return {
    to: to.host,
    model: to.model,
    files: [...new Set(sources.map(({ hit }) => `${hit.repo}/${hit.path}`))],
    bytes,
    tokens: Math.ceil(bytes / BYTES_PER_TOKEN),
  };
}

/** What was sent where, one JSON line a request, beside the index. Questions and code are not written down. */
export class Ledger {
  constructor(private readonly storeDir: string) {}

  async add(entry: LedgerEntry): Promise<void> {
    await fs.mkdir(this.storeDir, { recursive: true });
    await fs.appendFile(this.#file, `${JSON.stringify(entry)}\n`);
  }

  /** Tokens sent in a month (`2026-05`, UTC). A line cut off by a crash counts as none. */
  async tokensIn(month: string): Promise<number> {
    const text = await fs.readFile(this.#file, "utf8").catch(() => "");
    let sum = 0;
    for (const line of text.split("\n")) {
      const entry = parse(line);
      if (entry?.at.startsWith(month)) sum += entry.tokens;
    }
    return sum;
  }

  get #file(): string {
    return path.join(this.storeDir, "sent.jsonl");
  }
}

function parse(line: string): LedgerEntry | null {
  try {
    const entry = JSON.parse(line) as Partial<LedgerEntry>;
    return typeof entry.at === "string" && typeof entry.tokens === "number" ? (entry as LedgerEntry) : null;
  } catch {
    return null;
  }
}
