// Compares the graph's edges with what a language's own tool says: precision of "resolved", recall over all.
//
//   node eval/graphJudge.mjs --scip FILE --reader DIR --tree DIR --edges FILE [--show N]
//
// --scip is an index by scip-python or scip-typescript of --tree; --reader is the folder of an installed
// @sourcegraph/scip-typescript, whose reader of that format is used; --edges is what graphEdges.ts printed.
// Judged are references to symbols of the project: names followed by a call's bracket (`calls`), on import lines
// (`imports`), in the head of a class (`extends`, `implements`). What the tool could not resolve is left out, and counted.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    scip: { type: "string" },
    reader: { type: "string" },
    tree: { type: "string" },
    edges: { type: "string" },
    show: { type: "string", default: "0" },
  },
});
const { scip } = createRequire(import.meta.url)(path.resolve(values.reader, "dist/src/scip.js"));
const index = scip.Index.deserializeBinary(readFileSync(values.scip));
const show = Number(values.show);

const DEFINITION = 1;
let nMisnamed = 0;
const truth = readTruth(index.documents);
const edges = readFileSync(values.edges, "utf8")
  .split("\n")
  .filter(Boolean)
  .map((line) => JSON.parse(line));
report(edges, truth);

/** `references`: path:line:name -> kind and where it is defined, null where outside the project. */
function readTruth(documents) {
  const definitions = new Map();
  for (const { relative_path: file, occurrences } of documents) {
    for (const { symbol, symbol_roles: roles, range } of occurrences) {
      if (!(roles & DEFINITION) || symbol.startsWith("local ") || /\(\w+\)$/.test(symbol)) continue;
      const known = definitions.get(keyOf(symbol)) ?? [];
      definitions.set(keyOf(symbol), [...known, { path: file, line: range[0] }]);
    }
  }
  const references = new Map();
  for (const { relative_path: file, occurrences } of documents) {
    const text = readFileSync(path.join(values.tree, file), "utf8");
    const lines = text.split(/\r\n|\n|\r/);
    const importing = importLines(lines, file);
    for (const { symbol, symbol_roles: roles, range } of occurrences) {
      if (roles & DEFINITION || range.length > 3) continue;
      const [line, start, end] = range;
      const name = (lines[line] ?? "").slice(start, end);
      const kind = kindAt(lines, { line, start, end }, importing);
      if (!kind || !/^[\w$]+$/.test(name)) continue;
      const isLocal = symbol.startsWith("local ");
      if (!isLocal && !isNamed(symbol, name, text)) {
        nMisnamed++;
        continue;
      }
      const key = `${kind} ${file}:${line}:${name}`;
      const targets = isLocal ? [] : (definitions.get(keyOf(symbol)) ?? []);
      references.set(key, [...(references.get(key) ?? []), { symbol, targets, isLocal }]);
    }
  }
  return references;
}

/** A symbol without package and version: an installed copy of the project is the project, `src` or not. */
function keyOf(symbol) {
  return symbol
    .split(" ")
    .slice(symbol.startsWith("scip-python") ? 4 : 0)
    .join(" ")
    .replace(/^`src\./, "`");
}

/** Whether the symbol bears the name, or the file brings it in under that name; else the tool took one for another. */
function isNamed(symbol, name, text) {
  const last = symbol
    .replace(/[#.:/]+$/, "")
    .replace(/\(\+?\d*\)$/, "")
    .split(/[#./`]/)
    .at(-1);
  const isModule = /[/:]$/.test(symbol);
  const isMade = /^(__init__|<constructor>|constructor|default)$/.test(last);
  return (
    last === name ||
    isModule ||
    isMade ||
    new RegExp(
      `\\bas\\s+${name.replace(/\$/g, "\\$")}\\b|\\b${name.replace(/\$/g, "\\$")}\\s*=|import\\s+(type\\s+)?${name.replace(/\$/g, "\\$")}\\b`,
    ).test(text)
  );
}

function importLines(lines, file) {
  const found = new Set();
  let open = false;
  lines.forEach((line, at) => {
    const python = file.endsWith(".py");
    const isExport = /^\s*export\b/.test(line);
    const list = isExport
      ? lines
          .slice(at, at + 60)
          .join(" ")
          .match(/^[^}]*\}?\s*(from)?/)
      : null;
    if (list && !list[1] && !/from\s*["']/.test(line)) return;
    const begins = python
      ? /^\s*(from\s+\S+\s+import|import)\b/.test(line)
      : /^\s*(import\b|export\s*(type\s*)?[{*])/.test(line);
    if (begins || open) found.add(at);
    if (begins)
      open = python
        ? line.includes("(") && !line.includes(")")
        : !/from\s*["']|^\s*import\s*["']|;\s*$/.test(line);
    else if (open && (python ? line.includes(")") : /from\s*["']|;\s*$/.test(line))) open = false;
  });
  return found;
}

function kindAt(lines, { line, start, end }, importing) {
  if (importing.has(line)) return "imports";
  const text = lines[line];
  const before = text.slice(0, start);
  const after = text.slice(end);
  if (
    /^\s*(export\s+)?((default|abstract)\s+)*(class|interface)\b/.test(before) &&
    (before.match(/</g) ?? []).length > (before.replace(/=>/g, "").match(/>/g) ?? []).length
  )
    return null;
  if (/^\s*class\s+\w+\s*[[(<]?[^)]*$/.test(before) && /^\s*(export\s+)?(abstract\s+)?class\b/.test(before)) {
    return /\[[^\]]*$|<[^>]*$|=\s*[\w.]*$/.test(before) ? null : "extends";
  }
  if (
    /^\s*(export\s+)?((default|abstract)\s+)*(class|interface)\s.*\b(extends|implements)\s[^<{]*$/.test(
      before,
    )
  )
    return "extends";
  if (/^\s*(async\s+)?def\s+$|function\*?\s+$/.test(before)) return null;
  if (/^\s*@[\w.]*$/.test(before) && after.startsWith(".")) return null; // `@name.setter`
  if (
    /^\s*(\?\.)?\(/.test(after) ||
    /^<[^<>()]*(<[^<>]*>[^<>()]*)*>\(/.test(after) ||
    /^\s*@[\w.]*$/.test(before)
  )
    return "calls";
  return null;
}

function report(edges, references) {
  const kindOf = (kind) => (kind === "implements" ? "extends" : kind);
  const byKey = new Map();
  for (const edge of edges) {
    const kind = kindOf(edge.kind);
    if (!["calls", "imports", "extends"].includes(kind)) continue;
    const at = `${kind} ${edge.from.path}:${edge.from.line}`;
    byKey.set(at, [...(byKey.get(at) ?? []), edge]);
  }
  const score = {};
  const of = (kind) => (score[kind] ??= { right: 0, wrong: 0, unjudged: 0, found: 0, foundSure: 0, all: 0 });
  const nameOf = (edge) => edge.name ?? edge.to.symbol.split(".").at(-1);
  // A class and its constructor are one target.
  const isMade = (edge, { symbol, targets }) =>
    /<constructor>|#__init__/.test(symbol) &&
    targets.some(({ path: file }) => file === edge.to.path) &&
    new RegExp(`\\b${nameOf(edge)}#`).test(symbol);
  const hits = (edge, one) =>
    isMade(edge, one) ||
    one.targets.some(
      ({ path: file, line }) =>
        file === edge.to.path && (edge.to.symbol === "" || Math.abs(line - edge.to.line) <= 0),
    );
  let shown = 0;
  // Recall: every reference to the project's own symbols, once a line and name.
  for (const [key, all] of references) {
    const [, kind, at] = /^(\w+) (.*:\d+):(\S+)$/.exec(key);
    const own = all.filter(({ targets }) => targets.length > 0);
    if (own.length === 0) continue;
    if (
      kind === "imports" &&
      own.every(({ symbol }) => symbol.endsWith("/") || symbol.endsWith("__init__:"))
    ) {
      // A module named on the way to a name: judged by the name.
      if (!/\/$|__init__:$/.test(own[0].symbol)) continue;
    }
    const s = of(kind);
    s.all++;
    const candidates = byKey.get(`${kind} ${at}`) ?? [];
    const found = candidates.filter(
      (edge) =>
        own.some((one) => hits(edge, one)) ||
        (kind === "imports" &&
          own.some(({ targets }) => targets.some(({ path: file }) => file === edge.to.path))),
    );
    if (found.length > 0) s.found++;
    if (found.some(({ confidence }) => confidence === "resolved")) s.foundSure++;
    if (found.length === 0 && shown < show) {
      shown++;
      console.log(
        "missed",
        key,
        "->",
        own[0].targets[0].path,
        own[0].targets[0].line + 1,
        "| have",
        candidates.map((e) => `${e.to.path}:${e.to.line + 1} ${e.confidence}`).join(", "),
      );
    }
  }
  // Precision: every resolved edge whose reference the tool resolved too.
  shown = 0;
  for (const [at, group] of byKey) {
    const targetsBy = new Map();
    for (const edge of group)
      if (edge.confidence === "resolved") {
        const key = `${edge.from.path}:${edge.from.line}:${nameOf(edge)}`;
        targetsBy.set(key, [...(targetsBy.get(key) ?? []), edge]);
      }
    for (const [key, own] of targetsBy) {
      const kind = at.split(" ")[0];
      const s = of(kind);
      const judged = references.get(`${kind} ${key}`)?.filter(({ isLocal }) => !isLocal);
      if (!judged || judged.length === 0) s.unjudged++;
      else if (own.some((edge) => judged.some((one) => hits(edge, one)))) s.right++;
      else {
        s.wrong++;
        if (shown++ < show)
          console.log(
            "wrong",
            kind,
            key,
            "->",
            own[0].to.path,
            own[0].to.line + 1,
            own[0].to.symbol,
            "| tool says",
            judged[0].targets[0]
              ? `${judged[0].targets[0].path}:${judged[0].targets[0].line + 1}`
              : judged[0].symbol,
          );
      }
    }
  }
  const total = { right: 0, wrong: 0, unjudged: 0, found: 0, foundSure: 0, all: 0 };
  for (const s of Object.values(score)) for (const key of Object.keys(total)) total[key] += s[key];
  for (const [kind, s] of [...Object.entries(score), ["all", total]]) {
    const ratio = (a, b) => (b ? (a / b).toFixed(3) : "-");
    console.log(
      `${kind.padEnd(8)} precision ${ratio(s.right, s.right + s.wrong)} (${s.right}/${s.right + s.wrong}, ${s.unjudged} not judged)  recall ${ratio(s.found, s.all)} (${s.found}/${s.all}), resolved only ${ratio(s.foundSure, s.all)}`,
    );
  }
  console.log(`${nMisnamed} references where the tool names a symbol of another name were left out`);
}
