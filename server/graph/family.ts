/** Languages that find each other's names the same way. */
export type Family = "python" | "es" | "go" | "rust" | "jvm" | "c" | "csharp" | "ruby" | "php" | "other";

const FAMILIES: Readonly<Record<Exclude<Family, "other">, readonly string[]>> = {
  python: ["python"],
  es: ["javascript", "typescript", "tsx", "jsx", "vue", "svelte", "astro"],
  go: ["go"],
  rust: ["rust"],
  jvm: ["java", "kotlin", "scala", "groovy"],
  c: ["c", "cpp", "objc"],
  csharp: ["csharp", "fsharp"],
  ruby: ["ruby"],
  php: ["php"],
};
const BY_LANGUAGE = new Map(
  Object.entries(FAMILIES).flatMap(([family, names]) => names.map((name) => [name, family as Family])),
);

export function familyOf(language: string): Family {
  return BY_LANGUAGE.get(language) ?? "other";
}

/** A method calls its siblings by their bare names. */
export function hasImplicitThis(family: Family): boolean {
  return !["python", "es", "go", "rust", "php"].includes(family);
}

/** Members of one type may stand in several files. */
export function hasOpenTypes(family: Family): boolean {
  return family !== "python" && family !== "es" && family !== "php";
}

/** Every type of a repository is in sight by its name, as namespaces and autoloading make it. */
export function seesAllTypes(family: Family): boolean {
  return ["c", "csharp", "ruby", "php", "other"].includes(family);
}
