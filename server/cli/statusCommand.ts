import type { Command } from "commander";
import { listStores, type StoredIndex } from "../store/listStores";
import { type CommonOptions, withStore } from "./options";
import { bold, dim, print } from "./terminal";

export function addStatusCommand(program: Command): void {
  withStore(program.command("status"))
    .description("what is indexed in the store, read back from it")
    .action(async (options: CommonOptions) => {
      const stored = await listStores(options.store);
      if (options.json) print(JSON.stringify({ store: options.store, repositories: stored }));
      else if (stored.length === 0) print(`Nothing is indexed in ${options.store} yet.`);
      else for (const one of stored) print(describe(one));
    });
}

function describe({ repo, dir, state, files, chunks, bytes }: StoredIndex): string {
  const size = `${(bytes / (1 << 20)).toFixed(1)} MiB`;
  return `${bold(repo)} ${dim(dir)}\n    ${state}: ${files} files, ${chunks} chunks, ${size}`;
}
