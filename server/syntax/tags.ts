// One captures() call per file over the language's own small query. A cursor walk or matches() costs several
// times more, because every node then crosses from WebAssembly into JavaScript.
import type { Node, QueryCapture, Tree } from "web-tree-sitter";
import type { ImportTag } from "./imports";
import { ImportReader } from "./imports";
import type { Grammar } from "./languages";
import type { Deadline } from "./parse";
import { receiverBefore } from "./receiver";
import { withLostDefinitions } from "./recover";

/**
 * `definition` defines its names. `declaration` only announces them (a prototype), which counts outside functions.
 * `scope` defines nothing but contains (`impl Foo`, `extend type`).
 */
export type TagRole = "definition" | "declaration" | "scope";

export interface TagName {
  /** The name without its qualification: `bar` of `Foo::bar`. */
  readonly name: string;
  /** Containers the name itself says: `["Foo"]` of `Foo::bar`. */
  readonly path: readonly string[];
  /** UTF-16 offset of the name. */
  readonly start: number;
}

/** A syntax node that defines something. Offsets are UTF-16, half-open. */
export interface Tag {
  readonly role: TagRole;
  /** The part after the dot in `@definition.method`. */
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  /** Where the body begins, -1 where the grammar names none. */
  readonly bodyStart: number;
  /** One, or several where one node defines several (`var a, b`). */
  readonly names: TagName[];
}

/** A name used: `kind` is `call`, `extends` or `implements`. */
export interface Reference {
  readonly kind: string;
  readonly name: string;
  /** What it is used on, as `receiverBefore` reads it. */
  readonly receiver: string;
  readonly start: number;
}

/** Offsets, half-open. */
export interface Extent {
  readonly start: number;
  readonly end: number;
}

/** Everything one file's query found, each list in text order. */
export interface Tags {
  readonly tags: readonly Tag[];
  readonly references: readonly Reference[];
  readonly imports: readonly ImportTag[];
  /** Comments, and what stands before a definition and belongs to it: attributes, decorators, template parameters. */
  readonly comments: readonly Extent[];
  readonly attributes: readonly Extent[];
  /** Docstrings: strings that document what contains them or, standing before it, what follows. */
  readonly docs: readonly Extent[];
}

/** Reads definitions, references and comments from a tree; holds no node afterwards. */
export function readTags(grammar: Grammar, tree: Tree, text: string, deadline: Deadline): Tags {
  const reader = new TagReader(grammar, text);
  for (const capture of grammar.tags.captures(tree.rootNode, { progressCallback: deadline })) {
    reader.add(capture);
  }
  const tags = reader.finish();
  const { rules } = grammar.info;
  return rules && tree.rootNode.hasError ? withLostDefinitions(tags, rules, text) : tags;
}

interface OpenTag extends Tag {
  readonly pattern: number;
  end: number;
  bodyStart: number;
  path: readonly string[];
}

class TagReader {
  readonly #byPattern: OpenTag[][] = [];
  readonly #byNode = new Map<number, OpenTag[]>();
  readonly #tags: OpenTag[] = [];
  readonly #references: Reference[] = [];
  readonly #imports = new ImportReader();
  readonly #comments: Extent[] = [];
  readonly #attributes: Extent[] = [];
  readonly #docs: Extent[] = [];

  constructor(
    private readonly grammar: Grammar,
    private readonly text: string,
  ) {}

  add(capture: QueryCapture): void {
    const { name, node, patternIndex } = capture;
    if (name === "name") this.#addName(node, patternIndex);
    else if (name === "container") this.#addContainer(node, patternIndex);
    else if (name === "comment") this.#comments.push(extentOf(node));
    else if (name === "attribute") this.#attributes.push(extentOf(node));
    else if (name === "doc") this.#docs.push(extentOf(node));
    else if (name === "body") this.#extend(node);
    else if (name === "reference.import") this.#imports.add("name", node, this.text);
    else if (name.startsWith("reference.")) this.#addReference(name.slice(10), node);
    else if (name.startsWith("import")) this.#imports.add(name.slice(7), node, this.text);
    else if (!name.startsWith("_")) this.#open(name, node, patternIndex);
  }

  finish(): Tags {
    return {
      tags: this.#tags.filter((tag) => tag.names.length > 0).map(closed),
      references: this.#references,
      imports: this.#imports.finish(this.grammar.info.nameSeparators[0] ?? "."),
      comments: this.#comments,
      attributes: this.#attributes,
      docs: this.#docs,
    };
  }

  #open(name: string, node: Node, pattern: number): void {
    const dot = name.indexOf(".");
    // The same node again: another name of one declaration, paired with the tag that is already there.
    const same = this.#byNode.get(node.id)?.find((tag) => tag.pattern === pattern);
    if (same) return;
    const tag: OpenTag = {
      role: name.slice(0, dot === -1 ? undefined : dot) as TagRole,
      kind: dot === -1 ? "block" : name.slice(dot + 1),
      start: node.startIndex,
      end: node.endIndex,
      bodyStart: bodyStart(node),
      names: [],
      path: [],
      pattern,
    };
    this.#tags.push(tag);
    this.#byPattern[pattern] ??= [];
    this.#byPattern[pattern].push(tag);
    const ofNode = this.#byNode.get(node.id);
    if (ofNode) ofNode.push(tag);
    else this.#byNode.set(node.id, [tag]);
  }

  /** A body that stands beside its signature ends what the signature began. */
  #extend(body: Node): void {
    const start = body.startIndex;
    for (let idx = this.#tags.length - 1; idx >= 0 && idx > this.#tags.length - 4; idx--) {
      const tag = this.#tags[idx]!;
      if (tag.end > start || this.text.slice(tag.end, start).trim()) continue;
      tag.end = body.endIndex;
      tag.bodyStart = start;
    }
  }

  /** The innermost open tag of this pattern around `start`; tags that ended are closed on the way. */
  #innermost(pattern: number, start: number): OpenTag | null {
    const open = this.#byPattern[pattern] ?? [];
    while (open.length > 0 && open[open.length - 1]!.end <= start) open.pop();
    return open[open.length - 1] ?? null;
  }

  #addName(node: Node, pattern: number): void {
    const start = node.startIndex;
    const tag = this.#innermost(pattern, start);
    if (!tag || tag.names.some((name) => name.start === start)) return;
    const written = this.text.slice(start, node.endIndex);
    const title = unquote(written);
    const parts = title === written ? this.#splitName(written) : [title.slice(0, MAX_NAME)];
    const name = parts.pop();
    if (name) tag.names.push({ name, path: parts, start });
  }

  #addContainer(node: Node, pattern: number): void {
    const tag = this.#innermost(pattern, node.startIndex);
    if (tag) tag.path = [this.text.slice(node.startIndex, node.endIndex)];
  }

  #addReference(kind: string, node: Node): void {
    const name = unquote(this.text.slice(node.startIndex, node.endIndex));
    if (!name || name.length > MAX_NAME) return;
    const start = node.startIndex;
    this.#references.push({ kind, name, receiver: receiverBefore(this.text, start), start });
  }

  /** `a::B<T>::f` to `["a", "B", "f"]`. An operator is kept whole, a title in quotes too. */
  #splitName(written: string): string[] {
    const { nameSeparators, nameDrops } = this.grammar.info;
    const flat = written.replace(/\s+/g, " ").slice(0, MAX_NAME);
    if (nameSeparators.length === 0) return [flat];
    const operatorAt = /\boperator\b/.exec(flat)?.index ?? flat.length;
    const qualified = stripTypeArguments(flat.slice(0, operatorAt)).trim();
    if (qualified.includes(" ")) return [flat];
    let parts = [qualified];
    for (const separator of nameSeparators) parts = parts.flatMap((part) => part.split(separator));
    if (operatorAt < flat.length) parts.push(operatorName(flat.slice(operatorAt)));
    return parts.filter((part, idx) => part && (idx === parts.length - 1 || !nameDrops.includes(part)));
  }
}

/** Longer "names" are test titles gone wrong or parse errors; they are cut. */
const MAX_NAME = 200;

/** Only named tags, without what pairing needed. Fields by hand: a spread costs ten times as much here. */
function closed(tag: OpenTag): Tag {
  const { role, kind, start, end, bodyStart, path } = tag;
  const names =
    path.length === 0
      ? tag.names
      : tag.names.map((name) => ({ name: name.name, path: [...path, ...name.path], start: name.start }));
  return { role, kind, start, end, bodyStart, names };
}

function extentOf(node: Node): Extent {
  return { start: node.startIndex, end: node.endIndex };
}

/** `const f = () => {…}` keeps its body one node deeper, in the value. */
function bodyStart(node: Node): number {
  const body =
    node.childForFieldName("body") ??
    (node.childForFieldName("value") ?? node.childForFieldName("right"))?.childForFieldName("body");
  return body?.startIndex ?? -1;
}

/** `operator size_t() const` converts and ends before its parentheses; those of `operator()` are its name. */
function operatorName(written: string): string {
  return /^operator\s*\(/.test(written) ? written : written.replace(/\s*\(\s*\).*$/, "");
}

/** Strings and Ruby's symbols name things too. */
function unquote(text: string): string {
  if (/^:\w/.test(text)) return text.slice(1);
  return /^(["'`]).*\1$/s.test(text) ? text.slice(1, -1) : text;
}

function stripTypeArguments(name: string): string {
  return name.includes("<") ? name.replace(/<[^<>]*>/g, "").replace(/<.*>/s, "") : name;
}
