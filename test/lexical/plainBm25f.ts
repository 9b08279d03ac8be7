import type { FieldLengths } from "../../server/lexical/impact";
import { FIELDS, type FieldTerms, type QueryTerm } from "../../server/lexical/lexical";

/** Weight and b of each field, k1: written out here so that a slip in the product shows. */
const FIELD_TUNING = { symbol: [4, 0.3], summary: [2, 0.5], body: [1, 0.75], path: [4, 0.3] } as const;
const K1 = 1.2;

/** BM25F as in the paper, document by document, with no index. */
export class PlainBm25f {
  constructor(
    private readonly docs: readonly FieldTerms[],
    private readonly averages: FieldLengths,
  ) {}

  frequency(doc: number, term: string): number {
    let sum = 0;
    for (const field of FIELDS) {
      const terms = this.docs[doc]![field];
      const length = [...terms.values()].reduce((total, count) => total + count, 0);
      const [weight, b] = FIELD_TUNING[field];
      sum += (weight * (terms.get(term) ?? 0)) / (1 - b + (b * length) / this.averages[field]);
    }
    return sum;
  }

  impact(doc: number, term: string): number {
    const frequency = this.frequency(doc, term);
    return frequency / (K1 + frequency);
  }

  idf(term: string): number {
    const n = this.docs.filter((terms) => FIELDS.some((field) => terms[field].has(term))).length;
    return Math.log(1 + (this.docs.length - n + 0.5) / (n + 0.5));
  }

  /** @param impact of a term in a document, 0 where it does not occur. */
  score(doc: number, query: readonly QueryTerm[], impact: (doc: number, term: string) => number): number {
    return query.reduce((sum, { term, weight }) => sum + weight * this.idf(term) * impact(doc, term), 0);
  }
}
