/** What the symbols of ctags that are not ours turned out to be, by language, as looked at. */
export const UNMATCHED: Readonly<Record<string, string>> = {
  bash: "a function inside a `@test` of bats, which the grammar does not parse",
  c: "functions whose head is a macro or follows a parse error around `#if`, structs declared inside test functions",
  cpp: "members of classes whose head is a macro (`NLOHMANN_BASIC_JSON_TPL_DECLARATION`, `FMT_EXPORT`), and aliases after a parse error. With the copies of doctest and googletest in their tests it is 94.1 %: those are written in macros",
  csharp:
    "`unsafe` code with `fixed` (the grammar loses the class), calls and constraints that ctags takes for methods and types, a file of invalid syntax on purpose",
  elixir: "`@callback` without parentheses, functions whose name is `unquote(...)`",
  haskell:
    "type variables and Template Haskell splices taken for functions, pattern synonyms, equations after a parse error",
  java: "two symbols of one file that is not valid Java for the grammar",
  javascript: "computed names (`app[method] = function`), a call taken for a method",
  julia:
    "constructors with type parameters (`Base.Array{T}(df)`), which we name by the whole, and `Base.:(==)`",
  kotlin:
    "files the grammar gives up on half-way: after a construct it does not know (`fun interface`, some modifiers and generics) the rest of the file is one error, so companion objects, methods and classes in it are lost. Another grammar would be the cure",
  lua: "functions in tables under a computed key, code in strings",
  objc: "a name that is a macro (`NS_UNAVAILABLE`), class extensions (`@interface A ()`), methods after `#endif`",
  ocaml: "classes, exceptions in local modules, a few operators",
  powershell: "functions after a construct the grammar takes for an error",
  python: "a lambda kept in a local variable",
  r: "a function kept in a local name with dots",
  ruby: "names with `?` and `!` that ctags cuts off, singleton methods of local variables, operators (`alias_method :<<`)",
  typescript:
    "declarations whose `extends` stands on the next line (ctags says that line), construct signatures (`new (...)`), functions in text",
};
