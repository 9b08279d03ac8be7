import { isAbort, messageOf } from "../base/errors";
import type { Grammar, Languages } from "../syntax/languages";
import { readLineTags } from "../syntax/lineRules";
import { withTree } from "../syntax/parse";
import { readTags } from "../syntax/tags";
import type { SourceFile } from "../workspace/sourceFile";
import { bindingsOf } from "./bindings";
import type { Chunk, Problem } from "./chunk";
import { chunkLines } from "./chunkLines";
import { chunkMarkdown } from "./chunkMarkdown";
import type { Script } from "./chunkScripts";
import { scriptsOf } from "./chunkScripts";
import { chunkTree } from "./chunkTree";
import { LineMap } from "./lineMap";

/** Larger texts and longer lines are data or machine-made: parsing them costs seconds and finds nothing. */
const MAX_PARSED_CHARS = 1_000_000;
const MAX_LINE_CHARS = 5_000;
/** A file with this many ordinary lines was written by a person, whatever else is in it. */
const MIN_ORDINARY_LINES = 50;
/** Ordinary files take milliseconds; this leaves room for a megabyte on a busy machine. */
const PARSE_TIMEOUT_MS = 5_000;

export interface Chunked {
  /** In order, never overlapping, covering every non-blank line. */
  readonly chunks: Chunk[];
  /** Why the file, or a part of it, was cut by lines only. */
  readonly problems: Problem[];
}

/** Source files to chunks. Never throws on content: what cannot be parsed is cut by lines and reported. */
export class Chunker {
  constructor(private readonly languages: Languages) {}

  /** Whether files of a language are cut at their structure; others by lines. */
  parses(language: string): boolean {
    return (this.languages.info(language)?.cut ?? "lines") !== "lines";
  }

  /** @throws the signal's reason once it is aborted, nothing else. */
  async chunk(file: SourceFile, signal?: AbortSignal): Promise<Chunked> {
    signal?.throwIfAborted();
    const lines = new LineMap(file.text);
    const problems: Problem[] = [];
    try {
      return { chunks: await this.#cut(file, lines, problems), problems };
    } catch (error) {
      if (isAbort(error)) throw error;
      problems.push({ path: file.path, reason: messageOf(error) });
      return { chunks: chunkLines(lines), problems };
    }
  }

  async #cut(file: SourceFile, lines: LineMap, problems: Problem[]): Promise<Chunk[]> {
    const info = this.languages.info(file.language);
    if (!info || info.cut === "lines") return chunkLines(lines);
    const tooMuch = tooMuchToParse(lines);
    if (tooMuch) {
      problems.push({ path: file.path, reason: tooMuch });
      return chunkLines(lines);
    }
    if (info.cut === "headings") return chunkMarkdown(lines);
    if (info.cut === "rules" && info.rules) return chunkTree(lines, readLineTags(info.rules, lines.text));
    if (info.cut === "scripts") return this.#cutScripts(file, lines, problems);
    const grammar = await this.languages.grammar(file.language);
    return (grammar && cutParsed(grammar, lines, file, problems)) ?? chunkLines(lines);
  }

  async #cutScripts(file: SourceFile, lines: LineMap, problems: Problem[]): Promise<Chunk[]> {
    const chunks: Chunk[] = [];
    let at = 0;
    for (const script of scriptsOf(lines)) {
      const grammar = await this.languages.grammar(script.language);
      const cut = grammar && cutParsed(grammar, lines, file, problems, script);
      if (!cut) continue;
      chunks.push(...chunkLines(lines, { startLine: at, endLine: script.startLine }), ...cut);
      at = script.endLine;
    }
    return [...chunks, ...chunkLines(lines, { startLine: at, endLine: lines.count })];
  }
}

/** @returns null, and a problem told, when there is no tree. */
function cutParsed(
  grammar: Grammar,
  lines: LineMap,
  file: SourceFile,
  problems: Problem[],
  script?: Script,
): Chunk[] | null {
  const options = { timeoutMs: PARSE_TIMEOUT_MS, ...(script && { ranges: [script] }) };
  const tags = withTree(grammar, lines.text, options, (tree, deadline) =>
    readTags(grammar, tree, lines.text, deadline),
  );
  if ("failed" in tags) {
    problems.push({ path: file.path, reason: tags.failed });
    return null;
  }
  const { name } = grammar.info;
  return chunkTree(lines, tags, script).map((chunk) => ({
    ...chunk,
    bindings: bindingsOf(chunk.text, chunk.startLine, name),
  }));
}

function tooMuchToParse(lines: LineMap): string | null {
  if (lines.text.length > MAX_PARSED_CHARS) return "too big to parse: cut by lines";
  let longChars = 0;
  let nOrdinary = 0;
  for (let line = 0; line < lines.count; line++) {
    const length = (lines.starts[line + 1] ?? lines.text.length) - lines.starts[line]!;
    if (length > MAX_LINE_CHARS) longChars += length;
    else nOrdinary++;
  }
  // One long literal in ordinary code, such as an inlined picture, does not make a file minified.
  const isMinified = longChars * 2 > lines.text.length && nOrdinary < MIN_ORDINARY_LINES;
  return isMinified ? "minified: most of it is in very long lines" : null;
}
