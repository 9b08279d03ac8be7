import type { Chunk, Definition } from "./chunk";
import { NO_NAMES } from "./chunk";
import { chunkLines } from "./chunkLines";
import type { LineMap } from "./lineMap";
import { splitLong } from "./split";

interface Section {
  readonly title: string;
  readonly level: number;
  readonly startLine: number;
  endLine: number;
}

const SHORT_SECTION = 3;

/** Cuts Markdown at its headings: a section knows the headings above it; short ones join the next below them. */
export function chunkMarkdown(lines: LineMap): Chunk[] {
  const sections = sectionsOf(lines);
  const first = sections[0]?.startLine ?? lines.count;
  const above: Section[] = [];
  const chunks = chunkLines(lines, { startLine: 0, endLine: first });
  for (let idx = 0; idx < sections.length; idx++) {
    const head = sections[idx]!;
    while (above.length > 0 && above[above.length - 1]!.level >= head.level) above.pop();
    const container = above.map(({ title }) => title);
    const titles = [definitionOf(head, container)];
    above.push(head);
    let { endLine } = head;
    // A heading with next to nothing below it says too little alone: its first subsection joins it.
    for (
      let next = sections[idx + 1];
      next && isShort(head.startLine, endLine, next, head);
      next = sections[idx + 1]
    ) {
      titles.push(definitionOf(next, [...container, head.title]));
      endLine = next.endLine;
      above.push(next);
      idx++;
    }
    for (const part of splitLong({ startLine: head.startLine, endLine }, lines)) {
      chunks.push(sectionChunk(lines, part, titles, container));
    }
  }
  return chunks;
}

function isShort(startLine: number, endLine: number, next: Section, head: Section): boolean {
  return endLine - startLine <= SHORT_SECTION && next.level > head.level;
}

function definitionOf(section: Section, container: readonly string[]): Definition {
  return { name: section.title, kind: "section", line: section.startLine, container };
}

function sectionChunk(
  lines: LineMap,
  { startLine, endLine }: { readonly startLine: number; readonly endLine: number },
  titles: readonly Definition[],
  container: readonly string[],
): Chunk {
  return {
    startLine,
    endLine,
    text: lines.slice(startLine, endLine),
    kind: "section",
    symbol: titles[0]!.name,
    container,
    signature: "",
    doc: "",
    ...NO_NAMES,
    definitions: titles.filter(({ line }) => line >= startLine && line < endLine),
  };
}

/** Headings `# …` and underlined ones, outside fences and front matter. */
function sectionsOf(lines: LineMap): Section[] {
  const sections: Section[] = [];
  let fence = "";
  for (let line = frontMatterEnd(lines); line < lines.count; line++) {
    const text = lines.line(line);
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1];
    if (mark && !fence) fence = mark;
    else if (mark && fence && mark.startsWith(fence) && text.trim() === mark) fence = "";
    if (fence || mark) continue;
    const heading = headingAt(lines, line, text);
    if (heading) sections.push({ ...heading, startLine: line, endLine: lines.count });
  }
  sections.forEach((section, idx) => {
    section.endLine = trimmedEnd(lines, section.startLine, sections[idx + 1]?.startLine ?? lines.count);
  });
  return sections;
}

function headingAt(lines: LineMap, line: number, text: string): { title: string; level: number } | null {
  const hashes = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t#]*[\r\n]*$/.exec(text.slice(0, 400));
  if (hashes) return { title: plain(hashes[2]!), level: hashes[1]!.length };
  const below = line + 1 < lines.count ? lines.line(line + 1) : "";
  if (!/^ {0,3}(=+|-{3,})\s*$/.test(below) || !/^ {0,3}[^\s>|#*+-]/.test(text)) return null;
  if (line > 0 && !lines.isBlank(line - 1)) return null;
  return { title: plain(text.trim()), level: below.trim().startsWith("=") ? 1 : 2 };
}

function plain(title: string): string {
  return title
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*]/g, "")
    .trim()
    .slice(0, 200);
}

function frontMatterEnd(lines: LineMap): number {
  if (lines.count === 0 || lines.line(0).trim() !== "---") return 0;
  for (let line = 1; line < Math.min(lines.count, 100); line++)
    if (lines.line(line).trim() === "---") return line + 1;
  return 0;
}

function trimmedEnd(lines: LineMap, startLine: number, endLine: number): number {
  let end = endLine;
  while (end > startLine + 1 && lines.isBlank(end - 1)) end--;
  return end;
}
