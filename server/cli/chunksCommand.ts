import path from "node:path";
import type { Command } from "commander";
import { EngineError } from "../base/errors";
import { qualifiedName } from "../chunk/chunk";
import { type CutFileView, viewFile } from "../engine/viewFile";
import { resourcesDir } from "./session";
import { bold, dim, print } from "./terminal";

/** `plumbline chunks FILE…`: how a file is cut, without any index. */
export function addChunksCommand(program: Command): void {
  program
    .command("chunks")
    .argument("<files...>", "files to cut")
    .option("--json", "print JSON and nothing else on standard output")
    .description("show how files are cut into chunks")
    .action(async (files: string[], { json }: { json?: boolean }) => {
      const views = await Promise.all(files.map((file) => viewFile(resourcesDir, path.resolve(file))));
      const excluded = views.find((view) => view.reason !== null);
      if (excluded) throw new EngineError("bad-query", `${excluded.path} is not cut: ${excluded.reason}.`);
      if (json) print(JSON.stringify(views.flatMap(toJson)));
      else for (const view of views) print(describe(view));
    });
}

function toJson({ path: file, chunks }: CutFileView) {
  return chunks.map(({ chunk, flags, summary }) => ({
    path: file,
    start: chunk.startLine + 1,
    end: chunk.endLine,
    symbol: qualifiedName(chunk),
    kind: chunk.kind,
    flags,
    summary,
  }));
}

function describe(view: CutFileView): string {
  const rows = toJson(view).map(({ start, end, symbol, kind, flags, summary }) => {
    const marks = flags.length > 0 ? dim(` [${flags.join(", ")}]`) : "";
    return `${String(start).padStart(6)}-${String(end).padEnd(6)} ${dim(kind.padEnd(9))} ${bold(symbol)}${marks}  ${summary}`;
  });
  return [bold(view.path), ...rows].join("\n");
}
