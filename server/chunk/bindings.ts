// Names whose type the text says: parameters and fields with an annotation, variables made by a constructor or a
// call. Read from the text alone, so that it costs no query; a wrong reading names a type that does not exist.
import type { Binding } from "./chunk";

/** Who writes the type after a colon, before the name, or bare after the name. */
const TYPE_FIRST = new Set(["java", "csharp", "cpp", "c", "php", "dart", "objc", "groovy", "solidity"]);
const TYPE_LAST_BARE = new Set(["go"]);

const PATH = String.raw`[A-Za-z_$\\][\w$]*(?:(?:\.|::|\\)[A-Za-z_$][\w$]*)*`;
const ANNOTATED = /(?<![\w$.?])((?:(?:self|this)\.)?)([A-Za-z_$][\w$]*)[?!]?\s*:\s*([^=,;(){}\n]{1,80})/g;
const TYPED_FIRST = new RegExp(
  String.raw`(?<![\w$.])((?:const\s+)?${PATH}(?:<[^<>;()]{0,60}>)?)\??[\s*&]+\$?([A-Za-z_]\w*)\s*(?=[=;,):{])`,
  "g",
);
const TYPED_LAST = /(?<![\w.])([a-zA-Z_]\w*)\s+(\*?(?:\w+\.)?[A-Za-z_]\w*)\s*(?=[,)\n=]|\x60)/g;
/** `x = Foo(…)`, `x := &Foo{…}`, `this.x = new Foo(…)`, `let x = Foo::new(…)`; the call's type is what it returns. */
const ASSIGNED = new RegExp(
  String.raw`(?<![\w$.])((?:(?:self|this|\$this)(?:\.|->)|@)?)\$?([A-Za-z_][\w$]*)(?:\s*,\s*(?:_|err|ok|error))?(?:\s*:[^=\n]{1,60})?\s*:?=\s*(?:await\s+|try[?!]?\s+|yield from\s+)?(new\s+|&)?(${PATH})(?:<[^<>;]{0,60}>)?(?=\s*([({]))`,
  "g",
);
const ENTERED = new RegExp(
  String.raw`\b(?:with|,)\s+(?:await\s+)?(${PATH})\((?:[^()]|\((?:[^()]|\([^()]*\))*\)){0,600}\)\s+as\s+([A-Za-z_]\w*)`,
  "g",
);
/** `self.x = y`, `const x = this.y;`: of the same type, whatever that is. */
const ALIASED = new RegExp(
  String.raw`(?<![\w$.])((?:(?:self|this|\$this)(?:\.|->)|@)?)\$?([A-Za-z_][\w$]*)(?:\s*:\s*[^=\n]{1,60})?\s*:?=\s*(?:await\s+)?(${PATH})[ \t]*(?=;|\r?\n|$)`,
  "g",
);
const ARGUMENTS = String.raw`\((?:[^()]|\((?:[^()]|\([^()]*\))*\)){0,800}\)`;
const ES_RESULT = new RegExp(
  String.raw`([A-Za-z_$][\w$]*)\s*(?:<[^()]{0,200}>)?${ARGUMENTS}\s*:\s*([^={};\n]{1,100})`,
  "g",
);
/** What functions say they return: bound as `name()`. */
const RESULTS: Readonly<Record<string, RegExp>> = {
  python: new RegExp(String.raw`\bdef\s+(\w+)\s*${ARGUMENTS}\s*->\s*([^:\n]{1,100}):`, "g"),
  rust: new RegExp(String.raw`\bfn\s+(\w+)(?:<[^()]{0,100}>)?\s*${ARGUMENTS}\s*->\s*([^{;\n]{1,100})`, "g"),
  go: new RegExp(String.raw`\bfunc\s*(?:\([^)]*\)\s*)?(\w+)${ARGUMENTS}\s*\(?\s*(\*?[\w.]+)`, "g"),
  typescript: ES_RESULT,
  tsx: ES_RESULT,
};
const DEFAULT_EXPORT =
  /^\s*(?:export default (?:async )?(?:abstract )?(?:function\*?\s+|class\s+)?|module\.exports\s*=\s*)([A-Za-z_$][\w$]*)/gm;
const RENAMED_EXPORT = /^\s*export\s*\{([^}]*)\}\s*(?!\s*from)/gm;

/** @param firstLine 0-based line of the text's first. @returns in text order for each way of writing. */
export function bindingsOf(text: string, firstLine: number, language: string): Binding[] {
  const found = new Found(text, firstLine);
  for (const match of text.matchAll(ASSIGNED)) found.add(named(match), assigned(match), match.index);
  for (const match of text.matchAll(ENTERED)) found.add(match[2]!, called(match[1]!), match.index);
  for (const match of text.matchAll(ALIASED)) {
    if (!/^[A-Z][A-Z_]*$/.test(match[3]!)) found.add(named(match), dotted(match[3]!), match.index);
  }
  for (const match of text.matchAll(RESULTS[language] ?? /$^/g)) {
    found.add(`${match[1]!}()`, typeIn(match[2]!, language === "go"), match.index);
  }
  if (TYPE_FIRST.has(language)) {
    for (const match of text.matchAll(TYPED_FIRST)) found.add(match[2]!, typeIn(match[1]!), match.index);
  } else if (TYPE_LAST_BARE.has(language)) {
    for (const match of text.matchAll(TYPED_LAST)) found.add(match[1]!, typeIn(match[2]!, true), match.index);
  } else {
    for (const match of text.matchAll(ANNOTATED)) found.add(named(match), typeIn(match[3]!), match.index);
  }
  if (/^(?:type|java)script$|^tsx$|^vue$|^svelte$/.test(language)) addExports(text, found);
  return found.bindings;
}

class Found {
  readonly #byKey = new Map<string, Binding>();
  readonly #lineStarts: number[] = [0];

  constructor(
    text: string,
    private readonly firstLine: number,
  ) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#lineStarts.push(at + 1);
  }

  get bindings(): Binding[] {
    return [...this.#byKey.values()].sort((a, b) => a.line - b.line);
  }

  add(name: string, type: string, at: number): void {
    if (!type || KEYWORDS.has(name) || KEYWORDS.has(type) || type.length > 80) return;
    const key = `${name}\t${type}`;
    if (!this.#byKey.has(key)) this.#byKey.set(key, { name, type, line: this.firstLine + this.#lineOf(at) });
  }

  #lineOf(at: number): number {
    let low = 0;
    let high = this.#lineStarts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#lineStarts[middle]! <= at) low = middle;
      else high = middle;
    }
    return low;
  }
}

/** A field set on the object itself has a dot before its name. */
function named([, self, name]: RegExpMatchArray): string {
  return self ? `.${name}` : name!;
}

function assigned(match: RegExpMatchArray): string {
  const [, , , isNew, path, bracket] = match;
  if (isNew || bracket === "{") return bracket === "{" && !isNew && !isTypeName(path!) ? "" : dotted(path!);
  return called(path!);
}

function called(path: string): string {
  return `${dotted(path)}()`;
}

function dotted(path: string): string {
  return path.replace(/::|\\/g, ".").replace(/^\./, "");
}

const WRAPPERS = new Set(
  "Optional Union Promise Awaitable Annotated ClassVar Final Readonly Partial Required Arc Box Rc Option Ref Mut dyn impl mut const readonly unique_ptr shared_ptr std typing final Coroutine Task Self".split(
    " ",
  ),
);
const CONTAINERS =
  /^(?:typing\.)?(?:dict|list|set|tuple|type|Dict|List|Set|Tuple|Type|Mapping|MutableMapping|Sequence|Iterable|Iterator|AsyncIterator|AsyncIterable|Generator|AsyncGenerator|Callable|Vec|HashMap|BTreeMap|Array|ReadonlyArray|Map|WeakMap|Record|Collection|ArrayList)\b/;

/** The one type an annotation names: `Foo` of `Optional[a.Foo]`; "" for containers and built-in types. */
export function typeIn(annotation: string, mayBeLower = false): string {
  const text = annotation.trim().replace(/["'`]/g, "");
  if (CONTAINERS.test(text) || /\[\]|^\(|=>/.test(text)) return "";
  for (const [path] of text.matchAll(/[A-Za-z_$][\w$]*(?:(?:\.|::|\\)[A-Za-z_$][\w$]*)*/g)) {
    const name = dotted(path);
    const last = name.slice(name.lastIndexOf(".") + 1);
    if (WRAPPERS.has(last)) continue;
    if (isTypeName(last) || (mayBeLower && !KEYWORDS.has(last) && last.length > 1)) return name;
  }
  return "";
}

function isTypeName(path: string): boolean {
  return /(?:^|[.:\\])_*[A-Z][\w$]*$/.test(path);
}

function addExports(text: string, found: Found): void {
  for (const match of text.matchAll(DEFAULT_EXPORT)) found.add("default", match[1]!, match.index);
  for (const match of text.matchAll(RENAMED_EXPORT)) {
    for (const [, name, alias] of match[1]!.matchAll(/([\w$]+)\s+as\s+([\w$]+)/g)) {
      found.add(`export ${alias!}`, name!, match.index);
    }
  }
}

const KEYWORDS = new Set(
  "return new extends implements throws class import package interface enum case throw instanceof is as in await yield raise except from static final public private protected const let var def func fn type struct else not and or if while for switch catch lambda async None null true false nil string int bool error byte float64 int64 uint64 int32 uint32 any rune chan map function typeof undefined number boolean void self super goto defer go range select include using namespace".split(
    " ",
  ),
);
