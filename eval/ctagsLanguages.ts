// What universal-ctags is asked for in each language: functions, methods and types, and nothing else.

/** A symbol of ctags, with the line it stands on and those above it. */
export interface Seen {
  readonly name: string;
  readonly kind: string;
  readonly source: string;
  readonly above: readonly string[];
}

export interface JudgedLanguage {
  /** Our name, and ctags' name where it differs. */
  readonly language: string;
  readonly ctags: string;
  /** Names of ctags' kinds that are functions, methods or types. */
  readonly kinds: readonly string[];
  /** What was left out, and why it is none. */
  readonly without: string;
  /** Symbols that ctags finds by pattern where there is no definition: they are counted apart. */
  readonly mistaken?: readonly { readonly why: string; readonly test: (seen: Seen) => boolean }[];
  /** Where ctags spells a name its own way, any definition of ours on the line is the one meant. */
  readonly anyNameOn?: RegExp;
  /** Lines that ours may stand above ctags', where it says the line of the body. */
  readonly slack?: number;
  /** Paths that are other projects' code, copied. */
  readonly skip?: RegExp;
  /** Folders below the corpora. */
  readonly repositories: readonly string[];
  /** Part of ctags' symbols that must be ours, from 0 to 1. */
  readonly aim: number;
}

const DATA = "variables, constants, fields and packages are data or places";

export const JUDGED: readonly JudgedLanguage[] = [
  {
    language: "bash",
    ctags: "Sh",
    kinds: ["function"],
    without: "alias, heredoc and script are no definitions of code",
    mistaken: [
      { why: "an array `X=()`", test: ({ source }) => /\w=\(/.test(source) },
      {
        why: "a word in a test, code of awk",
        test: ({ name, source }) => name === "]]" || /^function \w+\(.+\)/.test(source),
      },
    ],
    repositories: ["whole/bats-core", "whole/nvm"],
    aim: 0.98,
  },
  {
    language: "c",
    ctags: "C",
    kinds: ["function", "struct", "union", "enum", "typedef"],
    without: "macros, enumerators, members and variables",
    repositories: ["whole/curl", "extra/hiredis"],
    aim: 0.95,
  },
  {
    language: "cpp",
    ctags: "C++",
    kinds: ["function", "class", "struct", "union", "enum", "typedef"],
    without: "macros, enumerators, members, namespaces and variables",
    skip: /\/(thirdparty|gtest)\//,
    repositories: ["whole/nlohmann-json", "extra/fmt"],
    aim: 0.95,
  },
  {
    language: "csharp",
    ctags: "C#",
    kinds: ["class", "struct", "interface", "enum", "method"],
    without: `${DATA}; events and properties are fields`,
    mistaken: [
      {
        why: "a constraint `where T : class`",
        test: ({ source }) => /\bwhere\b/.test(source) && !/\b(class|struct)\b.*\bwhere\b/.test(source),
      },
      { why: "a call", test: ({ kind, source }) => kind === "method" && /^[\w.]+\(.*\);/.test(source) },
    ],
    repositories: ["whole/dapper", "whole/messagepack-csharp"],
    aim: 0.98,
  },
  {
    language: "elixir",
    ctags: "Elixir",
    kinds: ["function", "macro", "module", "protocol", "type", "callback", "delegate", "guard"],
    without:
      "implementation (defimpl names no new thing), exception and record (named after their module), tests",
    mistaken: [
      {
        why: "an example in a docstring",
        test: ({ above }) => above.filter((line) => /"""/.test(line)).length % 2 === 1,
      },
    ],
    repositories: ["whole/ecto", "whole/plug"],
    aim: 0.98,
  },
  {
    language: "go",
    ctags: "Go",
    kinds: ["func", "struct", "interface", "type", "talias", "methodSpec"],
    without: DATA,
    repositories: ["whole/chi", "whole/cobra", "fleet/smithy-go"],
    aim: 0.98,
  },
  {
    language: "haskell",
    ctags: "Haskell",
    kinds: ["function", "type"],
    without: "module (the file) and constructor (a value of its type)",
    mistaken: [
      {
        why: "a keyword or a piece of a type",
        test: ({ name }) =>
          !/^[a-z_][\w']*$/.test(name) || /^(where|infix[lr]?|class|instance|type|data)$/.test(name),
      },
      {
        why: "a signature of several names, whose equations stand below",
        test: ({ source }) => /^[\w', ]+,[\w', ]+::/.test(source),
      },
    ],
    repositories: ["whole/pandoc", "whole/xmonad"],
    aim: 0.98,
  },
  {
    language: "java",
    ctags: "Java",
    kinds: ["class", "interface", "enum", "annotation", "method"],
    without: `${DATA}; enum constants`,
    repositories: ["whole/commons-lang", "fleet/smithy"],
    aim: 0.98,
  },
  {
    language: "javascript",
    ctags: "JavaScript",
    kinds: ["function", "class", "method", "generator", "getter", "setter"],
    without: `${DATA}; property`,
    mistaken: [
      {
        why: "an object literal or a property, called a class",
        test: ({ kind, source }) => kind === "class" && !/\bclass\b/.test(source),
      },
    ],
    repositories: ["whole/redux", "extra/express"],
    aim: 0.98,
  },
  {
    language: "julia",
    ctags: "Julia",
    kinds: ["function", "macro", "struct", "type"],
    without: `${DATA}; modules`,
    repositories: ["extra/Flux.jl", "extra/DataFrames.jl"],
    aim: 0.98,
  },
  {
    language: "kotlin",
    ctags: "Kotlin",
    kinds: ["class", "interface", "object", "method", "typealias"],
    without: DATA,
    mistaken: [
      {
        why: "a lambda, called a method",
        test: ({ kind, source }) => kind === "method" && !/\bfun\b/.test(source),
      },
      {
        why: "a lambda on a function's line, without a name",
        test: ({ name }) => name === "" || name === "_",
      },
    ],
    anyNameOn: /\bcompanion object\b/,
    repositories: ["whole/exposed", "whole/kotlinx-coroutines"],
    aim: 0.98,
  },
  {
    language: "lua",
    ctags: "Lua",
    kinds: ["function"],
    without: "nothing",
    mistaken: [
      {
        why: "code in a string",
        test: ({ name, source, above }) =>
          /%|\[\[|lua\(['"]/.test(name + source) || count("[[", above) > count("]]", above),
      },
      {
        why: "a function without a name, given to a call",
        test: ({ source }) => !/function\s+[\w.:]+\s*\(|=\s*function\b/.test(source),
      },
    ],
    anyNameOn: /\[\s*["'].*=\s*function/,
    repositories: ["whole/lazy.nvim", "whole/mini.nvim"],
    aim: 0.98,
  },
  {
    language: "objc",
    ctags: "ObjectiveC",
    kinds: ["interface", "protocol", "method", "class", "function", "struct", "enum", "typedef"],
    without: "implementation and category (they add to a class), fields, macros and variables",
    mistaken: [
      {
        why: "a parameter of a block type",
        test: ({ kind, source }) => kind === "typedef" && /\(\^/.test(source),
      },
      {
        why: "a value of an enum",
        test: ({ kind, source }) => kind === "enum" && !/\benum\b|ENUM|OPTIONS/.test(source),
      },
    ],
    slack: 12,
    repositories: ["extra/AFNetworking", "extra/SDWebImage"],
    aim: 0.98,
  },
  {
    language: "ocaml",
    ctags: "OCaml",
    kinds: ["function", "method", "class", "type", "Exception"],
    without: "constructors, record fields, modules, values",
    mistaken: [
      {
        why: "a word of a type's definition, not its name",
        test: ({ kind, name, source }) =>
          kind === "type" &&
          /\btype\s+(?:nonrec\s+)?(?:[+-]?'\w+\s+|\([^)]*\)\s*)?([\w.']+)/.exec(source)?.[1] !== name,
      },
      {
        why: "a constraint `with type`",
        test: ({ kind, source }) => kind === "type" && /\b(with|and) type\b|with module/.test(source),
      },
      { why: "`let () =` or a test: no name", test: ({ name }) => !/^[\w']+$/.test(name) || name === "_" },
    ],
    repositories: ["extra/ocaml-cohttp", "extra/irmin"],
    aim: 0.98,
  },
  {
    language: "php",
    ctags: "PHP",
    kinds: ["class", "interface", "trait", "function"],
    without: `${DATA}; alias is an import`,
    repositories: ["whole/guzzle", "extra/monolog"],
    aim: 0.98,
  },
  {
    language: "powershell",
    ctags: "PowerShell",
    kinds: ["function"],
    without: "variables",
    mistaken: [
      {
        why: "code in a here-string",
        test: ({ above }) =>
          count("@'", above) + count('@"', above) > count("'@", above) + count('"@', above),
      },
    ],
    repositories: ["extra/Pester", "extra/posh-git"],
    aim: 0.98,
  },
  {
    language: "python",
    ctags: "Python",
    kinds: ["class", "function", "member"],
    without: "variables; module, namespace and unknown are imports",
    repositories: ["whole/aiohttp", "whole/click", "fleet/moto"],
    aim: 0.98,
  },
  {
    language: "r",
    ctags: "R",
    kinds: ["function"],
    without: "variables, libraries and attributes",
    repositories: ["extra/dplyr", "extra/testthat"],
    aim: 0.98,
  },
  {
    language: "ruby",
    ctags: "Ruby",
    kinds: ["class", "module", "method", "singletonMethod", "alias", "accessor"],
    without: "constants and libraries",
    repositories: ["whole/rack", "extra/sinatra"],
    aim: 0.98,
  },
  {
    language: "rust",
    ctags: "Rust",
    kinds: ["function", "method", "struct", "enum", "interface", "typedef", "macro"],
    without: "implementation (an impl block names no new thing), modules, fields, enumerators, variables",
    repositories: ["whole/serde", "fleet/smithy-rs"],
    aim: 0.98,
  },
  {
    language: "typescript",
    ctags: "TypeScript",
    kinds: ["function", "class", "interface", "enum", "method", "generator"],
    without: `${DATA}; alias is an import or a type and not told apart, namespace`,
    slack: 3,
    repositories: ["whole/trpc", "fleet/smithy-typescript"],
    aim: 0.98,
  },
];

function count(what: string, lines: readonly string[]): number {
  return lines.filter((line) => line.includes(what)).length;
}
