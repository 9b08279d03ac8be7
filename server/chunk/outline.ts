// From flat tags to the outline of a file: which definition contains which, which lines each owns, which
// comments belong to it. All of it by lines and offsets, so the syntax tree is gone before this begins.
import type { Extent, Tag, Tags } from "../syntax/tags";
import type { ChunkKind } from "./chunk";
import { CHUNK_KINDS } from "./chunk";
import type { LineMap } from "./lineMap";

/** One definition in the outline. Lines half-open. */
export interface Entry {
  readonly tag: Tag;
  readonly parent: Entry | null;
  readonly children: Entry[];
  kind: ChunkKind;
  /** With the comments and attributes that belong to it. */
  startLine: number;
  /** Where the node itself begins. */
  readonly ownLine: number;
  endLine: number;
}

/** @returns the outermost entries in text order; `all` has every entry, parents before children. */
export function outlineOf(tags: Tags, lines: LineMap): { readonly roots: Entry[]; readonly all: Entry[] } {
  const roots: Entry[] = [];
  const all: Entry[] = [];
  const open: Entry[] = [];
  for (const tag of withoutDoubles(tags.tags)) {
    while (open.length > 0 && open[open.length - 1]!.tag.end <= tag.start) open.pop();
    const parent = open[open.length - 1] ?? null;
    if (isLocal(tag) && open.some(({ kind }) => isFunction(kind) || kind === "test")) continue;
    const entry = entryOf(tag, parent, lines);
    (parent?.children ?? roots).push(entry);
    all.push(entry);
    // Nesting beyond any real program: deeper definitions are listed, not nested, so that no walk overflows.
    if (open.length < MAX_DEPTH) open.push(entry);
  }
  attachLeading(all, tags, lines);
  return { roots: joinClauses(roots), all };
}

/** Equations, clauses and overloads of one function that follow each other line on line are one definition. */
function joinClauses(siblings: Entry[]): Entry[] {
  const joined: Entry[] = [];
  for (const entry of siblings) {
    const last = joined[joined.length - 1];
    if (last && isNextClause(last, entry)) {
      last.endLine = Math.max(last.endLine, entry.endLine);
      last.children.push(...entry.children);
    } else joined.push(entry);
  }
  for (const entry of joined) entry.children.splice(0, entry.children.length, ...joinClauses(entry.children));
  return joined;
}

function isNextClause(last: Entry, next: Entry): boolean {
  return (
    isFunction(last.kind) &&
    isFunction(next.kind) &&
    next.startLine === last.endLine &&
    next.startLine === next.ownLine &&
    next.tag.names[0]!.name === last.tag.names[0]!.name
  );
}

const MAX_DEPTH = 40;

export function isFunction(kind: ChunkKind): boolean {
  return kind === "function" || kind === "method";
}

/** Kinds whose members are chunks of their own. */
export function isContainer(entry: Entry): boolean {
  if (isFunction(entry.kind)) return false;
  if (entry.tag.role === "scope" || TYPE_KINDS.has(entry.kind) || entry.kind === "test") return true;
  return entry.children.some((child) => isFunction(child.kind));
}

/** Kinds that hold data: short ones share a chunk with their neighbours. */
export function isData(kind: ChunkKind): boolean {
  return DATA_KINDS.has(kind);
}

const TYPE_KINDS: ReadonlySet<ChunkKind> = new Set([
  "class",
  "struct",
  "interface",
  "trait",
  "enum",
  "module",
]);
const DATA_KINDS: ReadonlySet<ChunkKind> = new Set([
  "constant",
  "variable",
  "field",
  "type",
  "macro",
  "block",
]);

function isLocal(tag: Tag): boolean {
  return (
    tag.role === "declaration" || tag.kind === "variable" || tag.kind === "constant" || tag.kind === "field"
  );
}

function entryOf(tag: Tag, parent: Entry | null, lines: LineMap): Entry {
  const ownLine = lines.lineAt(tag.start);
  let endLine = lines.lineAt(Math.max(tag.start, tag.end - 1)) + 1;
  while (endLine - 1 > ownLine && lines.isBlank(endLine - 1)) endLine--;
  return {
    tag,
    parent,
    children: [],
    kind: kindOf(tag, parent),
    startLine: ownLine,
    ownLine,
    endLine: Math.min(endLine, Math.max(lines.count, 1)),
  };
}

/** A function in a type is a method; a variable in capitals is a constant. */
function kindOf(tag: Tag, parent: Entry | null): ChunkKind {
  const kind = (CHUNK_KINDS as readonly string[]).includes(tag.kind) ? (tag.kind as ChunkKind) : "block";
  const name = tag.names[0]!;
  if (kind === "variable" && /^[A-Z][A-Z0-9_]+$/.test(name.name)) return "constant";
  if (kind !== "function") return kind;
  const inType =
    parent && (parent.tag.role === "scope" || (TYPE_KINDS.has(parent.kind) && parent.kind !== "module"));
  return inType || name.path.length > 0 ? "method" : "function";
}

/** Sorted outermost first; where two patterns name the same thing, the one that says more is kept. */
function withoutDoubles(tags: readonly Tag[]): Tag[] {
  const byName = new Map<number, Tag>();
  for (const tag of tags) {
    const known = byName.get(tag.names[0]!.start);
    if (!known || weight(tag) > weight(known)) byName.set(tag.names[0]!.start, tag);
  }
  return tags
    .filter((tag) => tag.names.length > 1 || byName.get(tag.names[0]!.start) === tag)
    .sort((a, b) => a.start - b.start || b.end - a.end);
}

function weight(tag: Tag): number {
  return tag.role === "definition" ? (isLocal(tag) ? 1 : 2) : 0;
}

/** Lets comments and attributes right above a definition, with no blank line between, begin it. */
function attachLeading(all: readonly Entry[], tags: Tags, lines: LineMap): void {
  const blockEndingAt = new Map<number, number>();
  const addBlocks = (extents: readonly Extent[], mayFollow: RegExp) => {
    for (const extent of extents) {
      const startLine = lines.lineAt(extent.start);
      if (!mayFollow.test(lines.text.slice(lines.starts[startLine]!, extent.start))) continue;
      const lastLine = lines.lineAt(Math.max(extent.start, extent.end - 1));
      blockEndingAt.set(lastLine, Math.min(startLine, blockEndingAt.get(lastLine) ?? startLine));
    }
  };
  addBlocks(tags.comments, /^\s*$/);
  // A keyword may begin the line: `template <typename T>`.
  addBlocks(tags.attributes, /^[\w\s]*$/);
  for (const entry of all) {
    // An attribute on the definition's own first line may have begun above: `template <\n class T> class A`.
    const floor = entry.parent ? entry.parent.ownLine + 1 : 0;
    let start = Math.min(entry.ownLine, blockEndingAt.get(entry.ownLine) ?? entry.ownLine);
    for (
      let above = blockEndingAt.get(start - 1);
      above !== undefined;
      above = blockEndingAt.get(start - 1)
    ) {
      start = above;
    }
    entry.startLine = Math.max(start, Math.min(floor, entry.ownLine));
  }
}
