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
    /(^|\/)(docs?|documentation|website|site|wiki|man)\/|\.(md|mdx|rst|adoc|txt)$|(^|\/)(changelog|readme|history|news|authors|license)[^/]*$/i,
  ],
  ["example", /(^|\/)(examples?|demos?|samples?|playground|tutorials?|benchmarks?|bench|perf)\//i],
  [
    "config",
    /(^|\/)\.[^/]+(\/|$)|\.(json|ya?ml|toml|ini|cfg|lock|gradle|sbt|csproj|props|xml|cmake|mk|bazel)$|(^|\/)(setup\.py|Makefile|Dockerfile|CMakeLists\.txt|[\w.-]+\.config\.[cm]?[jt]s|mix\.exs|build\.zig|Package\.swift)$/,
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

/** Taken off a file's score; what the question asks for is not punished. */
const PENALTY: Readonly<Record<PathRole, number>> = {
  test: 0.8,
  docs: 1,
  example: 0.6,
  config: 0.6,
  compat: 0.1,
  generated: 0.1,
  vendored: 0.6,
};
const WAIVED_BY: Partial<Record<PathRole, Wanted>> = {
  test: "tests",
  docs: "docs",
  example: "examples",
  config: "config",
};

export function penaltyOf(roles: ReadonlySet<PathRole>, wants: ReadonlySet<Wanted>): number {
  let penalty = 0;
  for (const role of roles) {
    const waiver = WAIVED_BY[role];
    if (!waiver || !wants.has(waiver)) penalty += PENALTY[role];
  }
  return penalty;
}
