import path from "node:path";

/** `path:line`, relative to where the command runs when the file is below it, so that a terminal opens it. */
export function place(lines: { readonly file: string; readonly startLine: number }): string {
  const relative = path.relative(process.cwd(), lines.file);
  const shown = relative.startsWith("..") || path.isAbsolute(relative) ? lines.file : relative;
  return `${shown}:${lines.startLine + 1}`;
}
