// Questions that name a symbol and ask who is tied to it are the graph's: it knows all of them, a search the likeliest.

/** `dependents`: whatever may break when the symbol changes. `uses`: calls, imports and heirs at once. */
export type Relation = "callers" | "callees" | "implementers" | "importers" | "uses" | "dependents";

export type GraphQuestion =
  | { readonly relation: Relation; readonly name: string }
  | { readonly relation: "path"; readonly name: string; readonly to: string };

const NAME = String.raw`[A-Za-z_$@][\w$]*(?:(?:\.|::|#|->|/|-)[\w$]+)*!?`;
const KIND =
  "(?:function|method|class|struct|trait|interface|type|symbol|constructor|macro|module|package|file)";
/** One name, in backticks or not, with its brackets, and what kind of thing it is said to be. */
const ONE = String.raw`(?:the |a |an )?(?:${KIND} )?\x60?(${NAME})(?:\(\))?\x60?(?: ${KIND})?`;
const WHO =
  "(?:who|what|which (?:[\\w-]+ ){0,2}?(?:functions?|methods?|code|places?|files?|modules?|classes|types|structs|repositories|callers?|tests?))";
const ALL =
  "(?:(?:show|list|find|give|name|what are|who are|which are)(?: me)? )?(?:every|all|the|all the|each)? ?(?:of the )?";
const END = String.raw`(?: (?:directly|anywhere|from|in (?:the|this|these|all) \w+|across (?:the |all )?repositor(?:y|ies)))*\s*[?.!]*$`;

const PATTERNS: readonly (readonly [relation: Relation, pattern: string])[] = [
  ["callers", `${WHO} (?:calls?|invokes?) ${ONE}`],
  ["callers", `${ALL}(?:callers?|calls) (?:of|to) ${ONE}`],
  ["callers", `where (?:is|does) ${ONE} (?:called|invoked|get called)`],
  ["uses", `${WHO} (?:uses?|references?) ${ONE}`],
  ["uses", `${ALL}(?:uses?|usages?|references?|users?) (?:of|to) ${ONE}`],
  ["uses", `where is ${ONE} (?:used|referenced)`],
  ["callees", `(?:what|which (?:functions?|methods?)) do(?:es)? ${ONE} (?:call|invoke)`],
  ["callees", `${ALL}(?:callees|calls) (?:of|made by|in) ${ONE}`],
  ["implementers", `${WHO} (?:implements?|extends?|overrides?|subclass(?:es)?|inherits? from) ${ONE}`],
  [
    "implementers",
    `${ALL}(?:implementers?|implementors?|implementations?|subclasses|overrides|heirs) of ${ONE}`,
  ],
  ["implementers", `where is ${ONE} (?:implemented|overridden|extended)`],
  ["importers", `${WHO} (?:imports?|requires?|includes?) ${ONE}`],
  ["importers", `${ALL}(?:importers?|imports) of ${ONE}`],
  ["importers", `where is ${ONE} (?:imported|required|included)`],
  [
    "dependents",
    `what(?: else| all)? (?:breaks?|would break|could break|is affected|changes) (?:if|when) (?:(?:I|we|you|someone) (?:change|remove|rename|delete|edit|touch) )?${ONE}(?: (?:changes|breaks|is (?:changed|removed|renamed|deleted)|goes away))?`,
  ],
  ["dependents", `(?:what|who|which \\w+) (?:depends?|relies|rely) on ${ONE}`],
  [
    "dependents",
    `(?:what is )?(?:the )?(?:impact|blast radius) of (?:changing |a change (?:to|in) |removing )?${ONE}`,
  ],
];
const PATHS: readonly string[] = [
  `how (?:does|do|can|could) ${ONE} (?:reach|get to|call|end up (?:in|at|calling)|lead to|arrive at) ${ONE}`,
  `(?:show |find |what is )?(?:the |a )?(?:path|chain|route|call chain|call path) (?:from|between) ${ONE} (?:to|and) ${ONE}`,
];
const COMPILED = PATTERNS.map(([relation, source]) => [relation, whole(source)] as const);
const COMPILED_PATHS = PATHS.map(whole);

/** Words that point back at what an earlier question named. */
const POINTS_BACK = /^(?:it|this|that|they|them|these|those)$/i;

/**
 * What a question asks of the graph; null where it asks something else, or in words that name no one thing.
 *
 * @param earlier questions of the thread, oldest first: "and who calls it?" means what they named.
 */
export function graphQuestionIn(question: string, earlier: readonly string[] = []): GraphQuestion | null {
  const text = question
    .trim()
    .replace(/\s+/g, " ")
    .replace(/^(?:and|so|then|please|ok|now),? /i, "");
  const found = read(text);
  if (!found) return null;
  const name = meant(found.name, earlier);
  if (name === null) return null;
  if (found.relation !== "path") return { relation: found.relation, name };
  const to = meant(found.to, earlier);
  return to === null ? null : { relation: "path", name, to };
}

function read(text: string): GraphQuestion | null {
  for (const pattern of COMPILED_PATHS) {
    const [, name, to] = pattern.exec(text) ?? [];
    if (name && to) return { relation: "path", name, to };
  }
  for (const [relation, pattern] of COMPILED) {
    const name = pattern.exec(text)?.[1];
    if (name) return { relation, name };
  }
  return null;
}

function meant(name: string, earlier: readonly string[]): string | null {
  if (!POINTS_BACK.test(name)) return name.replace(/^@(?!\w+\/)/, "").replace(/->/g, ".");
  for (const before of [...earlier].reverse()) {
    const asked = read(before.trim().replace(/\s+/g, " "));
    if (asked && !POINTS_BACK.test(asked.name)) return asked.name;
    const quoted = /`([^`\s]+?)(?:\(\))?`/.exec(before)?.[1];
    if (quoted) return quoted;
  }
  return null;
}

function whole(source: string): RegExp {
  return new RegExp(`^${source}${END}`, "i");
}
