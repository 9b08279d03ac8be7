import type { Binding, Chunk, Import, Use } from "../chunk/chunk";

/** What a chunk uses. Lines count from the chunk's first. */
export type ChunkUses = Pick<Chunk, "calls" | "imports" | "extends" | "implements" | "bindings">;

// One line a fact, fields parted by tabs; kept packed in memory, since few are ever looked at:
//   c name receiver 3,9   call         e name receiver 0   extends         b name type 2   binding
//   i module name alias 0 import       p name receiver 0   implements

/** @param firstLine of the chunk in its file: lines are stored relative to it. */
export function packUses(chunk: ChunkUses, firstLine: number): string {
  const calls = new Map<string, string>();
  for (const { name, receiver, line } of chunk.calls) {
    const call = row("c", name, receiver);
    const known = calls.get(call);
    calls.set(call, known === undefined ? `${line - firstLine}` : `${known},${line - firstLine}`);
  }
  const inherited = (kind: string) => (use: Use) => row(kind, use.name, use.receiver, use.line - firstLine);
  return [
    ...[...calls].map(([call, lines]) => `${call}\t${lines}`),
    ...chunk.imports.map(({ module, name, alias, line }) => row("i", module, name, alias, line - firstLine)),
    ...chunk.extends.map(inherited("e")),
    ...chunk.implements.map(inherited("p")),
    ...chunk.bindings.map(({ name, type, line }) => row("b", name, type, line - firstLine)),
  ].join("\n");
}

/** @param firstLine where the chunk begins now. */
export function unpackUses(packed: string, firstLine: number): ChunkUses {
  const calls: Use[] = [];
  const imports: Import[] = [];
  const supertypes: Use[] = [];
  const interfaces: Use[] = [];
  const bindings: Binding[] = [];
  for (const fact of packed === "" ? [] : packed.split("\n")) {
    const [kind, name = "", second = "", third = "0", fourth = "0"] = fact.split("\t");
    const line = firstLine + Number(third);
    if (kind === "c")
      for (const at of third.split(",")) calls.push({ name, receiver: second, line: firstLine + Number(at) });
    else if (kind === "i")
      imports.push({ module: name, name: second, alias: third, line: firstLine + Number(fourth) });
    else if (kind === "e") supertypes.push({ name, receiver: second, line });
    else if (kind === "p") interfaces.push({ name, receiver: second, line });
    else if (kind === "b") bindings.push({ name, type: second, line });
  }
  return { calls, imports, extends: supertypes, implements: interfaces, bindings };
}

function row(...fields: readonly (string | number)[]): string {
  return fields.map((field) => (typeof field === "number" ? field : field.replace(/\s+/g, " "))).join("\t");
}
