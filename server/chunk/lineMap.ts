import { lineStarts, sliceLines } from "../base/lines";

/** A text with its lines, cut once for all who ask. Lines are 0-based; a final empty line is none. */
export class LineMap {
  readonly starts: readonly number[];
  /** Number of lines; text that ends with a line end has no empty line after it. */
  readonly count: number;
  readonly #shapes: Int32Array;

  constructor(readonly text: string) {
    this.starts = lineStarts(text);
    this.count =
      this.starts[this.starts.length - 1] === text.length ? this.starts.length - 1 : this.starts.length;
    this.#shapes = new Int32Array(this.count).fill(UNKNOWN);
  }

  /** The line holding the UTF-16 offset. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** One line, its end included. */
  line(line: number): string {
    return this.slice(line, line + 1);
  }

  slice(startLine: number, endLine: number): string {
    return sliceLines(this.text, this.starts, startLine, endLine);
  }

  isBlank(line: number): boolean {
    return this.#shape(line) === BLANK;
  }

  /** A line that only ends something begun before: `}`, `end`, `#endif`. */
  isCloser(line: number): boolean {
    return this.#shape(line) === CLOSER;
  }

  /** Columns of leading white space, a tab counted as four; 0 for closing lines is no special case. */
  indent(line: number): number {
    let columns = 0;
    for (let at = this.starts[line]!; at < this.text.length; at++) {
      const code = this.text.charCodeAt(at);
      if (code === 0x20) columns++;
      else if (code === 0x09) columns += 4;
      else break;
    }
    return columns;
  }

  #shape(line: number): number {
    if (this.#shapes[line] === UNKNOWN) this.#shapes[line] = shapeOf(this.line(line));
    return this.#shapes[line]!;
  }
}

const UNKNOWN = 0;
const BLANK = 1;
const CLOSER = 2;
const OTHER = 3;

// `end`-like words close blocks in Ruby, Lua, Elixir, Julia, shell and the preprocessor.
const CLOSES = /^\s*(?:[\])}>;,]+\s*[\])};,]*|end[;,)]*|fi|done|esac|#\s*endif\b.*)\s*$/;

function shapeOf(line: string): number {
  if (line.length > 200) return line.trim() ? OTHER : BLANK;
  if (!line.trim()) return BLANK;
  return CLOSES.test(line) || /^\s*[})\]]+\s*(?:\/\/|\/\*|#|--)/.test(line) ? CLOSER : OTHER;
}
