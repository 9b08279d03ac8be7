import type { Wanted } from "./query";

/** What a file is, as its path tells. */
export type PathRole = "test" | "docs" | "example" | "config" | "compat" | "generated" | "vendored";

/** Whole path segments or parts of a file's stem between separators: "latest" and "contest" are no tests. */
const ROLES: readonly (readonly [PathRole, RegExp])[] = [
  [
    "test",
    /(^|\/)(tests?|specs?|__tests__|testing|testdata|testutils?|fixtures?|mocks?|e2e|\w+[-_.]tests?|tests?[-_]\w+)\//i,
  ],
  [
    "test",
    /(^|[/._-])(tests?|specs?|conftest|mocks?)(?=[._-][^/]*$)|(^|\/)test_[^/]*$|[a-z0-9](Test|Tests|Spec|TestCase|IT)\.\w+$/,
  ],
  [
    "docs",
    /(^|\/)((docs?|documentation)([-_.]\w+)*|website|site|wiki|man|www)\/|\.(md|mdx|rst|adoc|txt|topic)$|(^|\/)(changelog|changes|readme|history|news|authors|license|copying|notice)$/i,
  ],
  ["example", /(^|\/)_?(examples?|demos?|samples?|playground|tutorials?|benchmarks?|bench|perf)\//i],
  [
    "config",
    /(^|\/)\.[^/]+(\/|$)|\.(json|ya?ml|toml|ini|cfg|lock|gradle|sbt|csproj|props|xml|cmake|mk|bazel|cabal|gemspec|podspec|nimble|rockspec|kts)$|(^|\/)(setup\.py|Makefile|Dockerfile|CMakeLists\.txt|[\w.-]+\.config\.[cm]?[jt]s|mix\.exs|build\.zig|Package\.swift)$/,
  ],
  ["compat", /(^|[/._-])(compat|legacy|deprecated|polyfills?|shims?)(?=[/._-])/i],
  [
    "generated",
    /(^|\/)(generated|gen|__generated__|autogen)\/|[._-](pb|pb2|g|gen|generated|designer)\.\w+$|\.d\.ts$|\.min\.\w+$/i,
  ],
  [
    "vendored",
    /(^|\/)(vendor|vendored|third[-_]?party|external|extern|deps|node_modules|amalgamation|single_include)\//i,
  ],
];

export function rolesOf(path: string): ReadonlySet<PathRole> {
  return new Set(ROLES.filter(([, pattern]) => pattern.test(path)).map(([role]) => role));
}

const WAIVED_BY: Partial<Record<PathRole, Wanted>> = {
  test: "tests",
  docs: "docs",
  example: "examples",
  config: "config",
};

/** Whether the question asks for files of this role: they are not punished, then. */
export function isWaived(role: PathRole, wants: ReadonlySet<Wanted>): boolean {
  const waiver = WAIVED_BY[role];
  return waiver !== undefined && wants.has(waiver);
}

/** Extensions of declarations, with those of the files that implement them. */
const SOURCES_OF_HEADER: Readonly<Record<string, readonly string[]>> = {
  ".h": [".c", ".cc", ".cpp", ".cxx", ".m", ".mm"],
  ".hh": [".cc", ".cpp"],
  ".hpp": [".cpp", ".cc", ".cxx"],
  ".hxx": [".cxx", ".cpp"],
  ".mli": [".ml"],
  ".pyi": [".py"],
  ".d.ts": [".ts", ".js"],
  ".hs-boot": [".hs"],
};

/** Whether a file only declares what another one of its folder implements. */
export function isHeaderBesideSource(path: string, exists: (path: string) => boolean): boolean {
  const [extension, sources] =
    Object.entries(SOURCES_OF_HEADER).find(([extension]) => path.endsWith(extension)) ?? [];
  if (!extension || !sources) return false;
  const stem = path.slice(0, -extension.length);
  return sources.some((source) => exists(stem + source));
}
