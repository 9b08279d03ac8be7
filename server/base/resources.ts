import path from "node:path";

/** Where the parts that are data stand below the resources directory: the package's root, in the repo and installed. */
export const grammarsDir = (resourcesDir: string): string => path.join(resourcesDir, "grammars");
export const modelDir = (resourcesDir: string): string => path.join(resourcesDir, "server", "embed", "static");
