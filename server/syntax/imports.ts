// Import statements come as captures in text order; here they become one record for each name that is imported.
import type { Node } from "web-tree-sitter";

/** One name brought in from a module. */
export interface ImportTag {
  /** As written, without quotes: `./quota`, `a.b`, `crate::fs`. */
  readonly module: string;
  /** The name there; "" for the module itself or all it has, "default" for what it exports by default. */
  readonly name: string;
  /** What it is called here; "" where it keeps its name. */
  readonly alias: string;
  /** UTF-16 offset of the name, or of the statement where none is named. */
  readonly start: number;
}

interface Named {
  readonly name: string;
  alias: string;
  readonly start: number;
}

interface Statement {
  readonly start: number;
  readonly end: number;
  /** The statement whose list this one stands in: `d::{e}` of `use a::{d::{e}}`. */
  readonly outer: Statement | null;
  readonly modules: { readonly text: string; readonly start: number }[];
  readonly names: Named[];
  alias: string;
  isOuter: boolean;
  /** The last part of the module's path is the name, unless a list or a wildcard follows: `import a.b.C`. */
  endsInName: boolean;
}

/** Pairs the captures `@import`, `@import.module`, `.path`, `.wildcard`, `.alias`, `.default`, `.all` and `@reference.import`. */
export class ImportReader {
  readonly #statements: Statement[] = [];
  #open: Statement | null = null;

  /** @param part what stands after `import.`, "" for the statement, "name" for a name. */
  add(part: string, node: Node, text: string): void {
    const start = node.startIndex;
    while (this.#open && this.#open.end <= start) this.#open = this.#open.outer;
    if (part === "") this.#begin(start, node.endIndex);
    else this.#addPart(part, node, text);
  }

  #addPart(part: string, node: Node, text: string): void {
    const start = node.startIndex;
    const written = unquoted(text.slice(start, node.endIndex));
    if (!written) return;
    const statement = this.#open ?? this.#alone(start, node.endIndex);
    if (part === "module") addModule(statement, written, start);
    else if (part === "path") {
      addModule(statement, written, start);
      statement.endsInName = true;
    } else if (part === "wildcard") statement.endsInName = false;
    else if (part === "alias") addAlias(statement, written);
    else if (!statement.names.some((known) => known.start === start)) {
      statement.names.push(named(part, written, start));
    }
  }

  finish(separator: string): ImportTag[] {
    return this.#statements.flatMap((statement) => importsOf(statement, separator));
  }

  #begin(start: number, end: number): void {
    const outer = this.#open;
    if (outer && outer.start === start && outer.end === end) return; // A second pattern met the same statement.
    if (outer) outer.isOuter = true;
    this.#open = statementOf(start, end, outer);
    this.#statements.push(this.#open);
  }

  /** A name or module that no `@import` encloses is a statement by itself. */
  #alone(start: number, end: number): Statement {
    const statement = statementOf(start, end, null);
    this.#statements.push(statement);
    return statement;
  }
}

function statementOf(start: number, end: number, outer: Statement | null): Statement {
  return { start, end, outer, modules: [], names: [], alias: "", isOuter: false, endsInName: false };
}

function named(part: string, written: string, start: number): Named {
  if (part === "default") return { name: "default", alias: written, start };
  if (part === "all") return { name: "", alias: written === "self" ? "" : written, start };
  return { name: written, alias: "", start };
}

function addModule({ modules }: Statement, text: string, start: number): void {
  if (!modules.some((known) => known.start === start)) modules.push({ text, start });
}

/** An alias follows its name; before any name it is the module's. */
function addAlias(statement: Statement, alias: string): void {
  const last = statement.names[statement.names.length - 1];
  if (last) last.alias ||= alias;
  else statement.alias = alias;
}

function importsOf(statement: Statement, separator: string): ImportTag[] {
  const module = moduleOf(statement, separator);
  const { names, alias, start, isOuter } = statement;
  if (names.length > 0)
    return names.map((one) => ({ module, ...one, alias: one.alias || aliasOfOnly(statement) }));
  if (isOuter || !module) return [];
  const cut = statement.endsInName ? module.lastIndexOf(separator) : -1;
  if (cut < 0) return [{ module, name: "", alias, start }];
  return [{ module: module.slice(0, cut), name: module.slice(cut + separator.length), alias, start }];
}

/** `using X = A.B`: the alias stands before the one name. */
function aliasOfOnly({ names, alias }: Statement): string {
  return names.length === 1 ? alias : "";
}

/** Parts of a path joined; a part that is the imported name itself is no module. */
function moduleOf(statement: Statement, separator: string): string {
  const parts = statement.modules.filter(
    ({ start }) => !statement.names.some((name) => name.start === start),
  );
  const outer = statement.outer ? [moduleOf(statement.outer, separator)] : [];
  return [...outer, ...parts.map(({ text }) => text)].filter(Boolean).join(separator);
}

const MAX_TEXT = 300;

function unquoted(written: string): string {
  return written.length > MAX_TEXT ? "" : written.replace(/^["'`<:]+|["'`>]+$/g, "");
}
