import type { Command } from "commander";
import type { RepoCoverage } from "../engine/coverage";
import { type FolderFlags, withFolderFlags } from "./options";
import { withEngine } from "./session";
import { bold, dim, print } from "./terminal";

export function addCoverageCommand(program: Command): void {
  withFolderFlags(program.command("coverage"))
    .description("what is not searched, or only by lines, and why")
    .action((flags: FolderFlags) =>
      withEngine({ store: flags.store, dirs: flags.dir, include: flags.include }, async (engine, signal) => {
        if (flags.update) await engine.update(signal);
        const coverage = await engine.coverage(signal);
        if (flags.json) print(JSON.stringify({ repositories: coverage }));
        else for (const repo of coverage) print(describe(repo));
      }),
    );
}

function describe({ repo, nSyntax, nLines, byLines, excluded }: RepoCoverage): string {
  const counts = `${nSyntax} files by syntax, ${nLines} by lines, ${excluded.length} not searched`;
  const rows = [
    ...excluded.map(({ path, rule, reason }) => `    ${path} ${dim(`not searched: ${rule} (${reason})`)}`),
    ...byLines.map(({ path, reason }) => `    ${path} ${dim(`by lines: ${reason}`)}`),
  ];
  return [`${bold(repo)}: ${counts}`, ...rows].join("\n");
}
