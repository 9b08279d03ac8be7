/** Whole lines of one file. Lines are 0-based; `endLine` is exclusive. */
export interface LineSpan {
  readonly repo: string;
  readonly path: string; // Relative to its repository, `/`-separated, no leading `./`.
  readonly file: string; // Absolute path on the server's machine.
  readonly startLine: number;
  readonly endLine: number;
}

export type Retriever = "dense" | "lexical" | "symbol";

export interface WireHit {
  readonly span: LineSpan;
  readonly symbol: string; // Qualified; "" where the lines define nothing.
  readonly kind: string;
  readonly language: string;
  readonly summary: string;
  readonly score: number; // Fused; comparable within one result only.
  /** Rank from 1 in each retriever that found it: the answer to "why is this here?". */
  readonly ranks: Readonly<Partial<Record<Retriever, number>>>;
  /** The lines are in an editor and not in the file yet. */
  readonly unsaved?: true;
}

/** Restricts a search; an absent or empty list does not restrict. */
export interface SearchFilter {
  readonly repos?: readonly string[];
  readonly languages?: readonly string[];
  readonly kinds?: readonly string[];
  readonly paths?: readonly string[]; // Globs over repository-relative paths.
}

export interface SearchParams {
  readonly query: string;
  readonly limit: number;
  readonly filter?: SearchFilter;
}

export interface SearchResult {
  readonly generation: number;
  readonly hits: readonly WireHit[];
}

export interface WireCitation {
  readonly span: LineSpan;
  readonly symbol: string;
  readonly quote: string;
  /** Hash of the cited lines: finds them again when the file has changed. */
  readonly textHash: string;
  /** The lines were in an editor and not in the file yet. */
  readonly unsaved?: true;
}

export interface WireSentence {
  readonly text: string;
  /** Weak: the cited lines neither prove nor disprove it; absent in answers kept from before it was told. */
  readonly state?: "verified" | "weak";
  readonly citations: readonly WireCitation[];
}

export interface AskParams {
  /** Chosen by the asker; `answerProgress` notifications carry it. */
  readonly id: number;
  readonly question: string;
  /** Questions asked before in the same thread, oldest first: a follow-up may lean on them. */
  readonly earlier?: readonly string[];
  readonly filter?: SearchFilter;
}

/** A whole snapshot of an answer, complete or on the way. */
export interface WireAnswer {
  readonly sentences: readonly WireSentence[];
  readonly refused: boolean;
  readonly reason: string | null;
  readonly generation: number;
  readonly model: string | null;
  readonly nDropped: number;
  /** What the answer rests on, as sentences: commits, changes, what was not searched; absent while it is on its way. */
  readonly basis?: readonly string[];
}

export interface ToolParams {
  readonly tool: "search" | "ask" | "verify";
  /** As the tool describes it; checked by the server. */
  readonly input: unknown;
}

export interface ExplainParams {
  readonly file: string; // Absolute path.
  readonly line: number; // 0-based.
  readonly word: string; // The identifier under the cursor.
}

/** What the index knows of a symbol; no model was asked. */
export interface Explanation {
  readonly symbol: string;
  readonly kind: string;
  readonly signature: string;
  readonly language: string;
  readonly summary: string;
  readonly definedAt: LineSpan;
  /** Other definitions of the same name. */
  readonly nOthers: number;
  readonly callers: readonly LineSpan[];
  /** All callers known; `callers` may show fewer. */
  readonly nCallers: number;
}

/** Where a cited run of lines is now. */
export interface LocateParams {
  readonly span: LineSpan;
  readonly textHash: string;
}
export interface LocateResult {
  readonly state: "same" | "moved" | "gone";
  /** Where the lines are now; the old place when they are gone. */
  readonly span: LineSpan;
}

export type IndexPhase = "starting" | "indexing" | "ready" | "empty" | "failed" | "paused" | "off";

export interface RepositoryStatus {
  readonly repo: string;
  readonly dir: string;
  readonly nFiles: number;
  readonly nChunks: number; // Live chunks of the generation.
  readonly nVectorChunks: number; // Of them, those with vectors read back from the store.
  readonly generation: number;
  readonly problems: readonly { readonly path: string; readonly reason: string }[];
  /** Its update under way; null while there is none. */
  readonly progress: RepositoryProgress | null;
}

export interface RepositoryProgress {
  /** Files done and expected: `done` never goes back. */
  readonly done: number;
  readonly total: number;
  readonly nChunks: number; // Embedded so far.
  readonly secondsLeft: number | null;
}

/** Read back from the stores, never from what was intended. */
export interface IndexStatus {
  readonly phase: IndexPhase;
  /** One plain sentence for the tooltip: what is going on or what to do. */
  readonly message: string;
  /** While indexing: files done and expected. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly repositories: readonly RepositoryStatus[];
}

/** What the index costs and rests on, as of now. */
export interface IndexDetails {
  readonly memoryBytes: number; // Of the server process.
  readonly modelId: string; // Whose vectors are searched.
  readonly repositories: readonly {
    readonly repo: string;
    readonly commit: string | null; // Abbreviated; null outside git.
    readonly nChanged: number; // Files that differ from the commit.
    readonly diskBytes: number;
  }[];
}

/** What a search of one repository does not see, or sees only by lines. */
export interface RepoCoverage {
  readonly repo: string;
  readonly dir: string;
  readonly nSyntax: number;
  readonly nLines: number;
  readonly byLines: readonly { readonly path: string; readonly reason: string }[];
  /** A folder ends in `/` and stands for everything below it. */
  readonly excluded: readonly { readonly path: string; readonly rule: string; readonly reason: string }[];
}

export interface WireError {
  readonly kind: string; // An EngineErrorKind or "internal".
  readonly message: string;
}

/** What the extension tells the server at start and whenever settings change. */
export interface ServerSettings {
  readonly folders: readonly string[]; // Absolute paths of the workspace folders and further local ones.
  /** Globs over repository paths: files they match are indexed against every rule that leaves files out. */
  readonly include: readonly string[];
  readonly storeDir: string;
  /** "openai": any service that speaks its chat completions, at `apiBaseUrl`; absent: Claude. */
  readonly answerProvider?: "claude" | "openai";
  readonly answerModel: string;
  /** Tokens sent in a calendar month beyond which answers are made without a model; absent or null: no cap. */
  readonly answerMonthlyTokens?: number | null;
  readonly apiKey: string | null;
  readonly apiBaseUrl: string | null;
}
