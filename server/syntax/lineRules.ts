// Languages without a grammar: definitions are found by the lines that begin them, and end by indentation or by a
// line that closes them. Coarse, but linear in the text, and it gives names where there were none.
import { lineStarts } from "../base/lines";
import type { LineRule, LineRules } from "./languageInfo";
import type { Extent, Tag, Tags } from "./tags";

interface Open {
  readonly rule: LineRule;
  readonly indent: number;
  readonly name: string;
  readonly nameStart: number;
  readonly start: number;
}

/** Longer lines are data. */
const MAX_LINE = 500;
const MAX_OPEN = 20;

/** The tags of a text by its language's line rules: definitions and comments, no references. */
export function readLineTags(rules: LineRules, text: string): Tags {
  const reader = new LineReader(rules, text);
  const starts = lineStarts(text);
  for (let line = 0; line < starts.length; line++) {
    const start = starts[line]!;
    const end = starts[line + 1] ?? text.length;
    reader.read(start, end, text.slice(start, Math.min(end, start + MAX_LINE)).trimEnd());
  }
  return reader.finish();
}

class LineReader {
  readonly #open: Open[] = [];
  readonly #tags: Tag[] = [];
  /** What the line before closed: a second closing line (`$$ LANGUAGE sql;` after `END;`) belongs to it too. */
  #justClosed: { readonly tag: Tag & { end: number }; readonly rule: LineRule } | null = null;
  readonly #comments: Extent[] = [];

  constructor(
    private readonly rules: LineRules,
    private readonly text: string,
  ) {}

  read(start: number, end: number, line: string): void {
    const indent = line.search(/\S/);
    if (indent < 0) return;
    const body = line.slice(indent);
    if (this.rules.comment?.test(body)) {
      this.#comments.push({ start: start + indent, end: start + line.length });
      return;
    }
    const closes = /^(?:[)}\]]|end\b)/.test(body);
    this.#closeBefore(start, indent, closes || body.startsWith("{"));
    const closed = this.#justClosed;
    this.#justClosed = null;
    const rule = this.rules.definitions.find((one) => one.line.test(line));
    if (!rule && closed?.tag.end === start && isEnd(closed.rule, line)) closed.tag.end = end;
    if (rule) this.#begin(rule, start, indent, line);
    this.#closeAfter(end, indent, line, closes);
  }

  finish(): Tags {
    this.#closeDownTo(0, this.text.length);
    const tags = this.#tags.sort((a, b) => a.start - b.start || b.end - a.end);
    return { tags, references: [], imports: [], comments: this.#comments, attributes: [], docs: [] };
  }

  #begin(rule: LineRule, start: number, indent: number, line: string): void {
    const written = rule.line.exec(line)?.groups?.name ?? "";
    const name = written.replace(/["'`[\]]/g, "").trim();
    if (!name || this.#open.length >= MAX_OPEN) return;
    // What ends at the next definition ends here, unless this one stands deeper in it.
    const idx = this.#open.findIndex((open) => open.rule === rule && open.indent >= indent);
    if (idx >= 0) this.#closeDownTo(idx, start);
    const nameStart = start + Math.max(line.indexOf(written), 0);
    this.#open.push({ rule, indent, name, nameStart, start: start + indent });
  }

  /** A line no deeper than the one that began a definition ends it, unless it only closes its brackets. */
  #closeBefore(start: number, indent: number, belongs: boolean): void {
    const idx = this.#open.findIndex(({ rule, indent: own }) => {
      return rule.until === "dedent" && (indent < own || (indent === own && !belongs));
    });
    if (idx >= 0) this.#closeDownTo(idx, start);
  }

  #closeAfter(end: number, indent: number, line: string, closes: boolean): void {
    const idx = this.#open.findIndex(({ rule, indent: own }) => {
      if (rule.until === "dedent") return closes && indent === own;
      return isEnd(rule, line);
    });
    if (idx >= 0) this.#closeDownTo(idx, end);
  }

  #closeDownTo(idx: number, end: number): void {
    for (const { rule, name, nameStart, start } of this.#open.splice(idx)) {
      const names = [{ name, path: [], start: nameStart }];
      const tag = { role: "definition" as const, kind: rule.kind, start, end, bodyStart: -1, names };
      this.#tags.push(tag);
      this.#justClosed = { tag, rule };
    }
  }
}

function isEnd({ until }: LineRule, line: string): boolean {
  return typeof until !== "string" && until.test(line);
}
