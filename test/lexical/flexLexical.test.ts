import fc from "fast-check";
import { expect, test } from "vitest";
import { batches } from "../../server/base/batches";
import { mergeBlocks, PostingBlockBuilder } from "../../server/lexical/buildBlock";
import { FlexLexical } from "../../server/lexical/flexLexical";
import { impactOf, slotImpact, slotOf, slotsOf } from "../../server/lexical/impact";
import type { FieldTerms, QueryTerm } from "../../server/lexical/lexical";
import { PostingBlock } from "../../server/lexical/postingBlock";
import { termsOf } from "../../server/lexical/terms";
import { PlainBm25f } from "./plainBm25f";

const AVERAGES = { symbol: 2, summary: 4, body: 8, path: 3 };
const RESOLUTION = 16;

/** `symbol | summary | body | path`, missing ones empty. */
function doc(text: string): FieldTerms {
  const [symbol = "", summary = "", body = "", path = ""] = text.split("|");
  return { symbol: termsOf(symbol), summary: termsOf(summary), body: termsOf(body), path: termsOf(path) };
}

function index(...texts: readonly string[]): FlexLexical {
  const lexical = new FlexLexical({ averageLengths: AVERAGES });
  for (const [id, text] of texts.entries()) lexical.add(id, doc(text));
  return lexical;
}

const plain = (...terms: readonly string[]): QueryTerm[] => terms.map((term) => ({ term, weight: 1 }));

function checkDocs(lexical: FlexLexical, query: readonly QueryTerm[], docs: readonly number[]): void {
  expect(lexical.search(query, 10).map((match) => match.doc)).toEqual(docs);
}

test("a symbol outweighs a summary and a summary a body", () => {
  const lexical = index("||cache b1 c1 d1 e1 f1 g1 h1", "cache b1", "|cache b1 c1 d1");
  checkDocs(lexical, plain("cach"), [1, 2, 0]);
});

test("a rare word outweighs a common one", () => {
  checkDocs(index("||get user", "||get", "||get", "||user"), plain("get", "user"), [0, 3, 1, 2]);
});

test("equal documents come in the order of their numbers", () => {
  checkDocs(index("||a1", "||b1", "||a1", "||a1"), plain("a1"), [0, 2, 3]);
});

test("hidden documents are skipped until they are shown again", () => {
  const lexical = index("||cat", "||cat", "||dog");
  lexical.setLive(0, "hidden");
  checkDocs(lexical, plain("cat"), [1]);
  lexical.setLive(0, "live");
  checkDocs(lexical, plain("cat"), [0, 1]);
});

test("a filter applies before the limit", () => {
  const lexical = index("cat", "||cat", "cat");
  expect(lexical.search(plain("cat"), 1, (id) => id === 1).map((match) => match.doc)).toEqual([1]);
});

test("unknown words, no words and no limit give nothing", () => {
  const lexical = index("||cat");
  for (const query of [plain("dog"), plain(""), [], [{ term: "cat", weight: 0 }]])
    checkDocs(lexical, query, []);
  expect(lexical.search(plain("cat"), 0)).toEqual([]);
  expect(new FlexLexical().search(plain("cat"), 10)).toEqual([]);
});

test("words that are names in JavaScript are words", () => {
  const lexical = index("||constructor", "||__proto__", "||hasOwnProperty toString");
  checkDocs(lexical, plain("constructor"), [0]);
  checkDocs(lexical, plain("proto"), [1]);
  checkDocs(lexical, plain("tostring"), [2]);
});

test("a document is added once", () => {
  const lexical = index("||cat");
  expect(() => lexical.add(0, doc("||dog"))).toThrow("Document 0 was added before.");
  expect(() => lexical.setLive(7, "hidden")).toThrow("Document 7 was never added.");
});

const WORDS = ["get", "user", "cat", "dog", "tree", "node", "flow"];
const field = fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((words) => words.join(" "));
const docs = fc.array(
  fc.tuple(field, field, field, field).map((fields) => doc(fields.join("|"))),
  {
    minLength: 1,
    maxLength: 30,
  },
);
const query = fc
  .uniqueArray(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 })
  .chain((terms) =>
    fc.tuple(...terms.map((term) => fc.record({ term: fc.constant(term), weight: fc.constantFrom(1, 0.5) }))),
  );

function added(all: readonly FieldTerms[]): FlexLexical {
  const lexical = new FlexLexical({ resolution: RESOLUTION, averageLengths: AVERAGES });
  for (const [id, terms] of all.entries()) lexical.add(id, terms);
  return lexical;
}

test("scores equal a plain BM25F with the same quantised impacts", () => {
  fc.assert(
    fc.property(docs, query, (all, terms) => {
      const bm25f = new PlainBm25f(all, AVERAGES);
      const quantised = (id: number, term: string) => {
        const frequency = bm25f.frequency(id, term);
        return frequency === 0 ? 0 : slotImpact(slotOf(frequency, RESOLUTION), RESOLUTION);
      };
      const expected = all
        .map((_, id) => ({ doc: id, score: bm25f.score(id, terms, quantised) }))
        .filter(({ score }) => score > 0);
      const found = added(all).search(terms, all.length);
      expect(found.map((match) => match.doc).sort((a, b) => a - b)).toEqual(
        expected.map((match) => match.doc),
      );
      for (const { doc: id, score } of found) expect(score).toBeCloseTo(bm25f.score(id, terms, quantised), 6);
      for (const { term } of terms) expect(added(all).idf(term)).toBeCloseTo(bm25f.idf(term), 9);
    }),
  );
});

test("the order is that of exact BM25F, up to what a slot may be off", () => {
  fc.assert(
    fc.property(docs, query, (all, terms) => {
      const bm25f = new PlainBm25f(all, AVERAGES);
      const exact = (id: number) => bm25f.score(id, terms, (doc, term) => bm25f.impact(doc, term));
      const error = (id: number) =>
        bm25f.score(id, terms, (doc, term) => {
          const frequency = bm25f.frequency(doc, term);
          return (
            frequency && Math.abs(impactOf(frequency) - slotImpact(slotOf(frequency, RESOLUTION), RESOLUTION))
          );
        });
      const found = added(all).search(terms, all.length);
      for (let idx = 1; idx < found.length; idx++) {
        const [better, worse] = [found[idx - 1]!.doc, found[idx]!.doc];
        expect(exact(better)).toBeGreaterThanOrEqual(exact(worse) - error(better) - error(worse) - 1e-9);
      }
    }),
  );
});

test("the best few are the head of the whole ranking", () => {
  fc.assert(
    fc.property(docs, query, fc.nat({ max: 12 }), (all, terms, limit) => {
      const lexical = added(all);
      expect(lexical.search(terms, limit)).toEqual(lexical.search(terms, all.length).slice(0, limit));
    }),
  );
});

/** The same documents, the first of them in packed blocks of `size`. */
function packed(all: readonly FieldTerms[], size: number): FlexLexical {
  const lexical = new FlexLexical({ resolution: RESOLUTION, averageLengths: AVERAGES });
  for (const [start, some] of [...batches([...all.entries()], size)].map((b) => [b[0]![0], b] as const)) {
    const builder = new PostingBlockBuilder();
    for (const [doc, [id, terms]] of some.entries()) {
      lexical.declare(id);
      lexical.setLive(id, "live");
      for (const [term, slot] of slotsOf(terms, AVERAGES, RESOLUTION)) builder.put(doc, term, slot);
    }
    const docs = Uint32Array.from(some, (_, doc) => start + doc);
    lexical.addBlock(new PostingBlock(builder.finish(some.length)), docs);
  }
  return lexical;
}

test("documents in packed blocks, merged or not, are found as those added one by one", () => {
  fc.assert(
    fc.property(docs, query, fc.integer({ min: 1, max: 9 }), (all, terms, size) => {
      const expected = added(all).search(terms, 10);
      expect(packed(all, size).search(terms, 10)).toEqual(expected);
      expect(packedBig(all, size).search(terms, 10)).toEqual(expected);
    }),
  );
});

/** As `packed`, but merged to one block with so many empty documents after it that FlexSearch does not take it in. */
function packedBig(all: readonly FieldTerms[], size: number): FlexLexical {
  const lexical = new FlexLexical({ resolution: RESOLUTION, averageLengths: AVERAGES });
  const parts = [...batches([...all.entries()], size)].map((some) => {
    const builder = new PostingBlockBuilder();
    for (const [doc, [, terms]] of some.entries())
      for (const [term, slot] of slotsOf(terms, AVERAGES, RESOLUTION)) builder.put(doc, term, slot);
    const block = new PostingBlock(builder.finish(some.length));
    return { block, docs: Int32Array.from(some, ([id]) => id) };
  });
  for (const id of all.keys()) {
    lexical.declare(id);
    lexical.setLive(id, "live");
  }
  lexical.addBlock(
    new PostingBlock(mergeBlocks(parts, 1000)),
    Uint32Array.from({ length: 1000 }, (_, i) => i),
  );
  return lexical;
}

test("what is removed is not found, and what stays is found once", () => {
  const lexical = index("||cat", "||cat");
  lexical.forget(0);
  checkDocs(lexical, plain("cat"), [1]);
  const builder = new PostingBlockBuilder();
  builder.put(0, "cat", 3);
  const block = new PostingBlock(builder.finish(1));
  lexical.declare(2);
  lexical.setLive(2, "live");
  lexical.addBlock(block, Uint32Array.of(2));
  expect(lexical.search(plain("cat"), 9)).toHaveLength(2);
  lexical.removeBlock(block);
  checkDocs(lexical, plain("cat"), [1]);
});

test("bytes that are no block are refused", () => {
  for (const length of [0, 7, 30]) expect(() => new PostingBlock(Buffer.alloc(length))).toThrow(/damaged/);
});
