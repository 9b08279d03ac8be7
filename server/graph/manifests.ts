// What a package manifest says of the package's name. Read by patterns: TOML and XML need no parser for one name.
import path from "node:path";

/** A package some repository holds. */
export interface Manifest {
  readonly system: "npm" | "pip" | "go" | "cargo" | "maven" | "gem" | "composer" | "nuget";
  /** As others import or require it. */
  readonly name: string;
  /** Folder of the manifest: "" or `packages/app`. */
  readonly dir: string;
  /** npm: files that `exports`, `main`, `module` and `types` name, by subpath (`.`, `./retry`). */
  readonly entries: ReadonlyMap<string, readonly string[]>;
}

const NAMES: readonly (readonly [RegExp, Manifest["system"], RegExp])[] = [
  [/(?:^|\/)pyproject\.toml$/, "pip", /^\[(?:project|tool\.poetry)\][^[]*?^name\s*=\s*["']([^"']+)/m],
  [/(?:^|\/)setup\.cfg$/, "pip", /^name\s*=\s*(\S+)/m],
  [/(?:^|\/)setup\.py$/, "pip", /\bname\s*=\s*["']([^"']+)/],
  [/(?:^|\/)go\.mod$/, "go", /^module\s+"?([^\s"]+)/m],
  [/(?:^|\/)Cargo\.toml$/, "cargo", /^\[package\][^[]*?^name\s*=\s*"([^"]+)/m],
  [/(?:^|\/)pom\.xml$/, "maven", /<\/parent>[\s\S]*?<artifactId>([^<]+)|<artifactId>([^<]+)/],
  [/(?:^|\/)settings\.gradle(?:\.kts)?$/, "maven", /rootProject\.name\s*=\s*["']([^"']+)/],
  [/\.gemspec$/, "gem", /\.name\s*=\s*["']([^"']+)/],
  [/\.csproj$/, "nuget", /<(?:PackageId|AssemblyName|RootNamespace)>([^<]+)/],
];

export function isManifest(file: string): boolean {
  return /(?:^|\/)(?:package|composer)\.json$/.test(file) || NAMES.some(([pattern]) => pattern.test(file));
}

/** @returns null for a file that names no package. */
export function readManifest(file: string, text: string): Manifest | null {
  const dir = path.posix.dirname(file) === "." ? "" : path.posix.dirname(file);
  if (/(?:^|\/)(?:package|composer)\.json$/.test(file)) return readJson(file, dir, text);
  for (const [pattern, system, name] of NAMES) {
    if (!pattern.test(file)) continue;
    const match = name.exec(text);
    const found = match?.[1] ?? match?.[2];
    if (found)
      return { system, name: system === "cargo" ? found.replace(/-/g, "_") : found, dir, entries: NONE };
    // A manifest whose name is computed still says that its folder is a package.
    return system === "pip" ? { system, name: path.posix.basename(dir), dir, entries: NONE } : null;
  }
  return null;
}

const NONE: Manifest["entries"] = new Map();

function readJson(file: string, dir: string, text: string): Manifest | null {
  try {
    const json = JSON.parse(text) as Record<string, unknown>;
    if (typeof json.name !== "string") return null;
    const system = file.endsWith("composer.json") ? "composer" : "npm";
    return { system, name: json.name, dir, entries: system === "npm" ? entriesOf(json) : NONE };
  } catch {
    return null; // Not JSON: a template, or an editor is in the middle of it.
  }
}

function entriesOf(json: Record<string, unknown>): Manifest["entries"] {
  const entries = new Map<string, string[]>();
  const add = (subpath: string, value: unknown) => {
    if (typeof value === "string") entries.set(subpath, [...(entries.get(subpath) ?? []), value]);
    else if (value && typeof value === "object") for (const one of Object.values(value)) add(subpath, one);
  };
  const { exports } = json;
  if (exports && typeof exports === "object" && Object.keys(exports).some((key) => key.startsWith("."))) {
    for (const [subpath, value] of Object.entries(exports)) add(subpath, value);
  } else add(".", exports);
  for (const field of ["source", "types", "typings", "module", "main"]) add(".", json[field]);
  return entries;
}
