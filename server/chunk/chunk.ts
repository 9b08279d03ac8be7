/** What a chunk is. `block`: top-level code between definitions; `text`: cut by lines, no grammar. */
export type ChunkKind =
  | "function"
  | "method"
  | "class"
  | "struct"
  | "interface"
  | "trait"
  | "enum"
  | "type"
  | "module"
  | "constant"
  | "variable"
  | "field"
  | "macro"
  | "test"
  | "block"
  | "section"
  | "text";

export const CHUNK_KINDS: readonly ChunkKind[] = [
  "function",
  "method",
  "class",
  "struct",
  "interface",
  "trait",
  "enum",
  "type",
  "module",
  "constant",
  "variable",
  "field",
  "macro",
  "test",
  "block",
  "section",
  "text",
];

/** A named entity where it is defined. */
export interface Definition {
  readonly name: string;
  readonly kind: ChunkKind;
  /** 0-based line of the name. */
  readonly line: number;
  /** Names around it, outermost first: `["RetryQuota"]`. */
  readonly container: readonly string[];
}

/** A name used, and the 0-based line it is used on. */
export interface Use {
  readonly name: string;
  readonly line: number;
  /** The chain it is used on, joined by dots: `self.store`, `Foo.make()`; "" where it stands alone. */
  readonly receiver: string;
}

/** A name whose type the text says, where it says it. */
export interface Binding {
  readonly name: string;
  /** `a.Foo`, or `a.foo()` for what that call returns. */
  readonly type: string;
  /** 0-based. */
  readonly line: number;
}

/** A name brought in from elsewhere. */
export interface Import {
  /** The module as written, without quotes: `./quota`, `a.b`; "" where the statement names none. */
  readonly module: string;
  /** The name there; "" for the module itself or all it has, "default" for what it exports by default. */
  readonly name: string;
  /** What it is called here; "" where it keeps its name. */
  readonly alias: string;
  /** 0-based. */
  readonly line: number;
}

/**
 * A run of whole lines of one file: the unit embedded, searched and returned.
 * Chunks of a file never overlap and together cover every non-blank line.
 */
export interface Chunk {
  /** 0-based; `endLine` is exclusive. */
  readonly startLine: number;
  readonly endLine: number;
  /** Exactly the file's lines `[startLine, endLine)`, line ends included. */
  readonly text: string;
  readonly kind: ChunkKind;
  /** The name of what is defined here, "" where nothing is. Not qualified: `acquire`. */
  readonly symbol: string;
  /** Names of the enclosing definitions, outermost first: `["RetryQuota"]`. */
  readonly container: readonly string[];
  /** Declaration on one line without body, "" where there is none: `def acquire(self, amount)`. */
  readonly signature: string;
  /** Comment or docstring that belongs to the symbol, markers stripped; "" where there is none. */
  readonly doc: string;
  /** Everything named in this chunk, the symbol first; small neighbours merged into one chunk are all here. */
  readonly definitions: readonly Definition[];
  /** What it calls, in text order; a name on one receiver once a line. */
  readonly calls: readonly Use[];
  readonly imports: readonly Import[];
  /** Supertypes named in it: of classes, and of interfaces and traits they take on. */
  readonly extends: readonly Use[];
  readonly implements: readonly Use[];
  /** Types of parameters, fields and variables, by line; and, for JavaScript, what is exported under another name. */
  readonly bindings: readonly Binding[];
}

/** `RetryQuota.acquire`; "" where the chunk defines nothing. */
export function qualifiedName(chunk: Pick<Chunk, "symbol" | "container">): string {
  return chunk.symbol ? [...chunk.container, chunk.symbol].join(".") : chunk.container.join(".");
}

/** The lists of a chunk that names nothing and uses nothing. */
export const NO_NAMES = {
  definitions: [],
  calls: [],
  imports: [],
  extends: [],
  implements: [],
  bindings: [],
} as const satisfies Partial<Chunk>;

/** The name an import is found by: its own, else what it is called here, else the module. */
export function importedName({ module, name, alias }: Omit<Import, "line">): string {
  return name && name !== "default" ? name : alias || module;
}

/** Names called, imported or inherited from in a chunk, each once, by line. */
export function referencesOf(chunk: Pick<Chunk, "calls" | "imports" | "extends" | "implements">): string[] {
  const imported = chunk.imports.map((one) => ({ name: importedName(one), line: one.line }));
  const uses = [...imported, ...chunk.extends, ...chunk.implements, ...chunk.calls];
  return [...new Set(uses.sort((a, b) => a.line - b.line).map(({ name }) => name))];
}

/** Something that went wrong with one file and did not stop the run. */
export interface Problem {
  readonly path: string;
  readonly reason: string;
}
