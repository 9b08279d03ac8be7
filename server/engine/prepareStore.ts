import { promises as fs } from "node:fs";
import path from "node:path";
import { EngineError } from "../base/errors";

/** Makes the store directory, or says plainly why it cannot be used. One inside a project is none of its code. */
export async function prepareStore(storeDir: string): Promise<void> {
  try {
    const made = await fs.mkdir(storeDir, { recursive: true });
    if (made !== undefined) await fs.writeFile(path.join(storeDir, ".gitignore"), "*\n");
    await fs.access(storeDir, fs.constants.W_OK);
  } catch (error) {
    const message = `The index cannot be stored in ${storeDir}; choose a folder that can be written with --store.`;
    throw new EngineError("index-unreadable", message, { cause: error });
  }
}
