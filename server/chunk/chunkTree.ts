import type { Extent, Tags } from "../syntax/tags";
import type { Chunk, ChunkKind, Definition, Import, Use } from "./chunk";
import { cleanDoc, isNotice } from "./docText";
import type { LineMap } from "./lineMap";
import { mergeShort } from "./merge";
import type { Entry } from "./outline";
import { outlineOf } from "./outline";
import type { Segment } from "./segments";
import { segmentsOf } from "./segments";
import { signatureOf } from "./signature";
import type { LineRange } from "./split";
import { splitLong } from "./split";

/**
 * Cuts a text at its definitions. Pure: the same text and tags give the same chunks.
 *
 * @param region the lines to cut, the whole text by default; the tags are of these lines only.
 * @returns chunks in order that never overlap and together cover every non-blank line of the region.
 */
export function chunkTree(
  lines: LineMap,
  tags: Tags,
  region: LineRange = { startLine: 0, endLine: lines.count },
): Chunk[] {
  const { roots, all } = outlineOf(tags, lines);
  const segments = mergeShort(segmentsOf(roots, region, lines), lines, commentLines(tags, lines));
  const builder = new ChunkBuilder(tags, all, lines);
  return segments.flatMap((segment) =>
    splitLong(segment, lines).map((part, idx) => builder.build(segment, part, idx === 0)),
  );
}

/** Lines that hold comment and nothing else, seen from their first column. */
function commentLines(tags: Tags, lines: LineMap): Set<number> {
  const found = new Set<number>();
  for (const { start, end } of tags.comments) {
    const first = lines.lineAt(start);
    if (lines.text.slice(lines.starts[first]!, start).trim()) continue;
    for (let line = first; line <= lines.lineAt(Math.max(start, end - 1)); line++) found.add(line);
  }
  return found;
}

/** Fills in what a run of lines says. Invariant: asked in text order, so each list is walked once. */
class ChunkBuilder {
  readonly #definitions: Walk<Definition>;
  readonly #calls: Walk<Use>;
  readonly #imports: Walk<Import>;
  readonly #extends: Walk<Use>;
  readonly #implements: Walk<Use>;

  constructor(
    private readonly tags: Tags,
    entries: readonly Entry[],
    private readonly lines: LineMap,
  ) {
    this.#definitions = new Walk(definitionsOf(entries, lines));
    this.#calls = new Walk(usesOf("call", tags, lines));
    this.#imports = new Walk(importsOf(tags, lines));
    this.#extends = new Walk(usesOf("extends", tags, lines));
    this.#implements = new Walk(usesOf("implements", tags, lines));
  }

  build(segment: Segment, part: LineRange, isFirst: boolean): Chunk {
    const { owner } = segment;
    const symbol = owner && owner.tag.role !== "scope" ? owner.tag.names[0]!.name : "";
    return {
      startLine: part.startLine,
      endLine: part.endLine,
      text: this.lines.slice(part.startLine, part.endLine),
      kind: kindOf(owner, symbol),
      symbol,
      container: containerOf(segment),
      signature: owner ? this.#signature(owner) : "",
      doc: isFirst ? this.#doc(segment, part) : "",
      definitions: symbolFirst(this.#definitions.in(part), symbol),
      calls: this.#calls.in(part),
      imports: this.#imports.in(part),
      extends: this.#extends.in(part),
      implements: this.#implements.in(part),
      bindings: [], // From the text, in `chunkFile.ts`.
    };
  }

  #signature(owner: Entry): string {
    const { text, starts } = this.lines;
    const { start, end, bodyStart, names } = owner.tag;
    const lineStart = starts[owner.ownLine]!;
    // `export`, `public static` stand before the node in some grammars; other code on the line does not belong.
    let from = /^[\w\s]*$/.test(text.slice(lineStart, start)) ? lineStart : start;
    for (const attribute of within(this.tags.attributes, start, names[0]!.start)) {
      if (text.slice(from, attribute.start).trim() === "") from = attribute.end;
    }
    const to = bodyStart > start ? bodyStart : Math.min(end, from + 2_000);
    return signatureOf(text.slice(from, to), bodyStart > start);
  }

  /** The docstring inside or above the owner, else the comment above it, else the comment a block begins with. */
  #doc(segment: Segment, part: LineRange): string {
    const { text, starts } = this.lines;
    const { owner } = segment;
    const from = starts[part.startLine]!;
    const until = owner ? owner.tag.end : (starts[part.endLine] ?? text.length);
    const child = owner?.children[0]?.tag.start ?? until;
    const docstring = within(this.tags.docs, from, Math.min(until, child))[0];
    if (docstring) return cleanDoc(text.slice(docstring.start, docstring.end));
    const before = owner ? owner.tag.start : until;
    const comments = within(this.tags.comments, starts[owner?.startLine ?? part.startLine]!, before);
    const run = owner ? comments : leadingRun(comments, from, text);
    const written = run.map(({ start, end }) => text.slice(start, end)).join("\n");
    return !owner && isNotice(written) ? "" : cleanDoc(written);
  }
}

/** A list in line order, asked for one run of lines after the other. */
class Walk<T extends { readonly line: number }> {
  #idx = 0;

  constructor(private readonly items: readonly T[]) {}

  in({ startLine, endLine }: LineRange): T[] {
    const { items } = this;
    while (this.#idx < items.length && items[this.#idx]!.line < startLine) this.#idx++;
    const first = this.#idx;
    while (this.#idx < items.length && items[this.#idx]!.line < endLine) this.#idx++;
    return items.slice(first, this.#idx);
  }
}

/** Names used in one way, in line order; a name on one receiver once a line. */
function usesOf(kind: string, { references }: Tags, lines: LineMap): Use[] {
  const uses: Use[] = [];
  for (const reference of references) {
    if (reference.kind !== kind) continue;
    const { name, receiver } = reference;
    const line = lines.lineAt(reference.start);
    const isSame = (use: Use) => use.name === name && use.receiver === receiver;
    let idx = uses.length - 1;
    while (idx >= 0 && uses[idx]!.line === line && !isSame(uses[idx]!)) idx--;
    if (idx < 0 || uses[idx]!.line !== line) uses.push({ name, line, receiver });
  }
  return uses.sort((a, b) => a.line - b.line);
}

function importsOf({ imports }: Tags, lines: LineMap): Import[] {
  return imports
    .map(({ module, name, alias, start }) => ({ module, name, alias, line: lines.lineAt(start) }))
    .sort((a, b) => a.line - b.line);
}

/** In line order; a name that two patterns found is listed once. */
function definitionsOf(entries: readonly Entry[], lines: LineMap): Definition[] {
  const byOffset = new Map<number, Definition>();
  for (const { tag, kind, parent } of entries) {
    if (tag.role === "scope") continue;
    const around = pathOf(parent);
    for (const { name, path, start } of tag.names) {
      if (byOffset.has(start)) continue;
      const container = path.length > 0 ? withoutRepeats([...around, ...path]) : around;
      byOffset.set(start, { name, kind, line: lines.lineAt(start), container });
    }
  }
  return [...byOffset].sort(([a], [b]) => a - b).map(([, definition]) => definition);
}

function kindOf(owner: Entry | null, symbol: string): ChunkKind {
  return owner && symbol ? owner.kind : "block";
}

/** Names around the chunk, outermost first; a header is not inside itself unless it defines nothing. */
function containerOf({ owner, inside }: Segment): string[] {
  const isOwnHeader = owner !== null && owner === inside && owner.tag.role !== "scope";
  const around = pathOf(isOwnHeader ? owner.parent : inside);
  if (!owner || owner.tag.role === "scope") return around;
  return withoutRepeats([...around, ...owner.tag.names[0]!.path]);
}

/** Names of an entry and of all around it, outermost first. */
function pathOf(entry: Entry | null): string[] {
  const path: string[] = [];
  for (let around = entry; around; around = around.parent) {
    const { name, path: qualified } = around.tag.names[0]!;
    path.unshift(...qualified, name);
  }
  return withoutRepeats(path);
}

function withoutRepeats(path: readonly string[]): string[] {
  return path.filter((name, idx) => name !== path[idx - 1]);
}

function symbolFirst(definitions: readonly Definition[], symbol: string): readonly Definition[] {
  const idx = definitions.findIndex(({ name }) => name === symbol);
  if (idx <= 0) return definitions;
  return [definitions[idx]!, ...definitions.slice(0, idx), ...definitions.slice(idx + 1)];
}

/** Extents that begin in `[from, until)`; `extents` are in text order. */
function within(extents: readonly Extent[], from: number, until: number): readonly Extent[] {
  let low = 0;
  let high = extents.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (extents[middle]!.start < from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < extents.length && extents[end]!.start < until) end++;
  return extents.slice(low, end);
}

/** Comments from `from` on with nothing but line ends between them. */
function leadingRun(comments: readonly Extent[], from: number, text: string): readonly Extent[] {
  let at = from;
  const stop = comments.findIndex(({ start, end }) => {
    const isNext = text.slice(at, start).trim() === "";
    at = end;
    return !isNext;
  });
  return stop === -1 ? comments : comments.slice(0, stop);
}
