import { EngineError } from "../base/errors";
import type { Filter } from "./filter";

/** A query as typed, with the filters taken out of it. */
export interface Typed {
  readonly text: string;
  readonly filter: Filter;
}

type Key = "repos" | "languages" | "kinds" | "paths" | "changedSince";

const KEYS: Readonly<Record<string, Key>> = {
  ...{ repo: "repos", repository: "repos", lang: "languages", language: "languages", kind: "kinds" },
  ...{ path: "paths", file: "paths", changed: "changedSince", since: "changedSince" },
};

/** What people call languages, beside their names. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  ...{ ts: "typescript", js: "javascript", py: "python", rb: "ruby", rs: "rust", kt: "kotlin", cs: "csharp" },
  ...{ "c#": "csharp", "c++": "cpp", golang: "go", sh: "bash", shell: "bash", md: "markdown", yml: "yaml" },
  ...{ hs: "haskell", ex: "elixir", ml: "ocaml", ps1: "powershell", "objective-c": "objc", tf: "hcl" },
};

const FILTER = /(?:^|\s)([a-z]+):(?:"([^"]+)"|([^\s":][^\s"]*))(?=\s|$)/gi;

/**
 * Takes `repo:api lang:ts path:src/** kind:function changed:main` out of a query; the same word may come several times.
 * What else has a colon, as `std::vector` or `file.ts:42`, stays.
 */
export function takeFilters(query: string): Typed {
  const filter: Partial<Record<Exclude<Key, "changedSince">, string[]>> & { changedSince?: string } = {};
  const text = query.replace(FILTER, (all, word: string, quoted?: string, plain?: string) => {
    const key = KEYS[word.toLowerCase()];
    const value = quoted ?? plain ?? "";
    if (!key) return all;
    if (key === "changedSince") filter.changedSince = value;
    else filter[key] = [...(filter[key] ?? []), key === "languages" ? languageOf(value) : value];
    return " ";
  });
  return { text: text.trim().replace(/\s+/g, " "), filter };
}

/**
 * A query and its options with the filters in its text among them.
 * @throws EngineError "bad-query" where nothing but filters was typed.
 */
export function typedIn<O extends { readonly filter?: Filter | undefined }>(query: string, options: O) {
  const { text, filter } = takeFilters(query);
  if (text === "" && query.trim() !== "")
    throw new EngineError("bad-query", "Say what to look for, beside the filters.");
  return { text, options: { ...options, filter: together(options.filter, filter) } };
}

/** For each kind of filter what was chosen and what was typed. */
function together(filter: Filter | undefined, typed: Filter): Filter {
  const both = (key: Exclude<Key, "changedSince">) => {
    const values = [...(filter?.[key] ?? []), ...(typed[key] ?? [])];
    return values.length > 0 ? { [key]: values } : {};
  };
  const since = typed.changedSince ?? filter?.changedSince;
  return {
    ...both("repos"),
    ...both("languages"),
    ...both("kinds"),
    ...both("paths"),
    ...(since ? { changedSince: since } : {}),
  };
}

function languageOf(value: string): string {
  const name = value.toLowerCase();
  return SHORT_NAMES[name] ?? name;
}
