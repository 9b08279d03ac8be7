import { minimatch } from "minimatch";

/** Whether a pattern of the user asks for this file. @param file relative to the repository. */
export function includes({ include }: { readonly include: readonly string[] }, file: string): boolean {
  return include.some((glob) => matchesGlob(file, glob));
}

/** A glob over whole paths; a folder's name stands for everything below it. */
export function matchesGlob(file: string, glob: string): boolean {
  const clean = glob.replace(/^\.?\//, "").replace(/\/+$/, "");
  return minimatch(file, clean, { dot: true }) || minimatch(file, `${clean}/**`, { dot: true });
}
