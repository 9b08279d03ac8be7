import type { Command } from "commander";
import { type CommonOptions, withStore } from "./options";
import { withIndexOnly } from "./session";
import { print } from "./terminal";

export function addClearCommand(program: Command): void {
  withStore(program.command("clear"))
    .argument("[dirs...]", "folders whose index is deleted (default: the current one)")
    .description("delete the index")
    .action((dirs: string[], options: CommonOptions) =>
      withIndexOnly({ store: options.store, dirs, include: [] }, async (index) => {
        const cleared = await index.clear();
        if (options.json) print(JSON.stringify({ cleared }));
        else for (const dir of cleared) print(`The index of ${dir} is deleted.`);
      }),
    );
}
