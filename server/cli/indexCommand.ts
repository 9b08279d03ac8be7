import type { Command } from "commander";
import type { UpdateReport } from "../indexing/report";
import { type CommonOptions, withInclude, withStore } from "./options";
import { withIndexOnly } from "./session";
import { bold, print } from "./terminal";

export function addIndexCommand(program: Command): void {
  withInclude(withStore(program.command("index")))
    .argument("[dirs...]", "folders to index (default: the current one)")
    .option("--rebuild", "throw the stored index away first")
    .description("bring the index up to date")
    .action((dirs: string[], options: CommonOptions & { include: string[]; rebuild?: boolean }) =>
      withIndexOnly({ store: options.store, dirs, include: options.include }, async (index, signal) => {
        const reports = await (options.rebuild ? index.rebuild(signal) : index.update(signal));
        if (options.json) print(JSON.stringify({ repositories: reports }));
        else for (const report of reports) print(describe(report));
      }),
    );
}

function describe({ repo, files, chunks, ms }: UpdateReport): string {
  const changes = `${files.changed} changed, ${files.deleted} deleted, ${files.skipped} left out`;
  return `${bold(repo)}: ${files.listed} files (${changes}); ${chunks.kept} chunks kept, ${chunks.embedded} embedded, ${chunks.deleted} deleted; ${(ms / 1000).toFixed(1)} s`;
}
