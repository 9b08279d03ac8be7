import path from "node:path";

/** The embedding model below the resources directory: the package's root, in the repo and installed. */
export function modelDir(resourcesDir: string): string {
  return path.join(resourcesDir, "server", "embed", "static");
}
