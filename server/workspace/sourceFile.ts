/** A text file as the index sees it. */
export interface SourceFile {
  /** Relative to its repository's root, `/`-separated. */
  readonly path: string;
  /** Language name as in `grammars/<language>/language.json`, else the file's extension or "text". */
  readonly language: string;
  /** Decoded text without byte order mark; line ends as they are. */
  readonly text: string;
  /** Hash of the file's bytes. */
  readonly hash: string;
}
