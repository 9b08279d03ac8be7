import fc from "fast-check";
import { expect, test } from "vitest";
import { chainBetween } from "../../server/graph/chain";
import { describe, GraphWorld } from "./graphWorld";

const SHOP = `
//- /quota.py
class Quota:
    def take(self): pass
class Strict(Quota):
    def take(self):
        audit()
def audit(): pass
//- /client.py
from quota import Quota as Q, audit
class Client:
    def __init__(self, quota: Q):
        self.quota = quota
    def send(self):
        self.quota.take()
def main():
    Client(Q()).send()
    audit()
`;

const ASKED = ["callers", "callees", "implementers", "importers"] as const;

test.each([
  ["callers", "Quota.take", ["calls resolved client.py:5 -> quota.py:1 Quota.take"]],
  ["callers", "Quota", ["calls resolved client.py:7 -> quota.py:0 Quota"]],
  ["callees", "Strict", ["calls resolved quota.py:4 -> quota.py:5 audit"]],
  ["implementers", "Quota", ["extends resolved quota.py:2 -> quota.py:0 Quota"]],
  ["implementers", "Quota.take", ["overrides resolved quota.py:3 -> quota.py:1 Quota.take"]],
  ["importers", "audit", ["imports resolved client.py:0 -> quota.py:5 audit"]],
] as const)("%s of %s", async (question: (typeof ASKED)[number], name, expected) => {
  const { graph } = await GraphWorld.open(SHOP);
  const [symbol] = graph.symbols(name);
  expect(graph[question](symbol!).map(describe)).toEqual(expected);
});

test("the shortest chain leads from the caller to what is called last", async () => {
  const { graph } = await GraphWorld.open(SHOP);
  const [[from], [to]] = [graph.symbols("main"), graph.symbols("Quota.take")];
  expect(chainBetween(graph, from!, to!).edges?.map(describe)).toEqual([
    "calls resolved client.py:7 -> client.py:4 Client.send",
    "calls resolved client.py:5 -> quota.py:1 Quota.take",
  ]);
  expect(chainBetween(graph, to!, from!)).toMatchObject({ edges: null, gaveUp: false });
});

const FILES = ["a.py", "b.py", "pkg/__init__.py", "pkg/c.py"];
const LINES = [
  "def f(): pass",
  "def g(x: K):\n    x.m()\n    f()",
  "class K:\n    def m(self): pass",
  "class K(L):\n    def n(self):\n        self.m()",
  "class L:\n    def m(self): f()",
  "from a import f, K",
  "from pkg.c import *",
  "from .c import L as K",
  "import b\nb.g(b.K())",
];

test("after any edits the graph equals one built fresh, and no edge dangles", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.tuple(fc.constantFrom(...FILES), fc.option(fc.array(fc.constantFrom(...LINES), { maxLength: 4 }))),
        { minLength: 1, maxLength: 8 },
      ),
      async (edits) => {
        const edited = new GraphWorld();
        const now = new Map<string, string>();
        for (const [file, lines] of edits) {
          const text = lines && `${lines.join("\n")}\n`;
          await edited.put("shop", file, text);
          if (text === null) now.delete(file);
          else now.set(file, text);
          await edited.edges(); // What was asked before must not show later.
        }
        const fresh = new GraphWorld();
        for (const [file, text] of now) await fresh.put("shop", file, text);
        const edges = await edited.edges();
        expect(edges).toEqual(await fresh.edges());
        for (const edge of edges) expect(now.has(/-> (\S+):\d+/.exec(edge)![1]!)).toBe(true);
      },
    ),
    { numRuns: 25 },
  ));
