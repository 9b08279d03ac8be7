import { commentsOf } from "./comments";
import { saidNumber } from "./evidence";
import { valuesIn } from "./numbers";
import type { Polarity } from "./polarity";

type Bound = "atMost" | "atLeast" | "moreThan" | "lessThan";

const BOUNDS: readonly { readonly bound: Bound; readonly said: string }[] = [
  {
    bound: "atMost",
    said: "at most|up to|no more than|not more than|no longer than|a maximum of|maximum of|max(?:imum)?|capped at|limited to|≤|<=",
  },
  {
    bound: "atLeast",
    said: "at least|no fewer than|no less than|not less than|a minimum of|minimum of|min(?:imum)?|≥|>=",
  },
  {
    bound: "moreThan",
    said: "more than|greater than|larger than|longer than|higher than|over|above|exceeds?|exceeding|>",
  },
  { bound: "lessThan", said: "less than|fewer than|smaller than|shorter than|lower than|below|under|<" },
];

/** Operators of `x op N` that each bound may stand for: the test itself, or the test of its opposite. */
const OPERATORS: Readonly<Record<Bound, readonly string[]>> = {
  atMost: ["<=", ">"],
  atLeast: [">=", "<"],
  moreThan: [">", "<="],
  lessThan: ["<", ">="],
};
const OPPOSITE: Readonly<Record<Bound, Bound>> = {
  atMost: "atLeast",
  atLeast: "atMost",
  moreThan: "lessThan",
  lessThan: "moreThan",
};
const MIRRORED: Readonly<Record<string, string>> = { "<": ">", ">": "<", "<=": ">=", ">=": "<=" };

/** "At most 5": the operator, the name or the comment beside the number says which side is meant. */
export function comparisons(sentence: string, lines: readonly string[]): Polarity[] {
  return BOUNDS.flatMap(({ bound, said }) =>
    [...sentence.matchAll(saidBefore(said))].map(([, number = ""]): Polarity => {
      const value = saidNumber({ kind: "number", text: number })?.value;
      return value === undefined ? "agrees" : boundIn(bound, value, lines);
    }),
  );
}

function saidBefore(said: string): RegExp {
  return new RegExp(
    `(?<![\\w-])(?:${said})\\s+\`?(\\d[\\d_,]*(?:\\.\\d+)?|0x[\\da-f]+|two|three|four|five|six|seven|eight|nine|ten|twenty)\\b`,
    "gi",
  );
}

function boundIn(bound: Bound, value: number, lines: readonly string[]): Polarity {
  const near = lines.filter((line) => valuesIn(line).includes(value));
  const comments = commentsOf(lines);
  const says = (which: Bound) =>
    comments.some((text) =>
      BOUNDS.some(
        (one) =>
          one.bound === which &&
          [...text.matchAll(saidBefore(one.said))].some(
            ([, n = ""]) => saidNumber({ kind: "number", text: n })?.value === value,
          ),
      ),
    );
  const operators = near.flatMap((line) => operatorsAt(line, value));
  const loops = near.some((line) => /\b(?:for|while|range|until|loop)\b/.test(line));
  const allowed = [...OPERATORS[bound], ...(bound === "atMost" && loops ? ["<"] : [])];
  if (operators.some((operator) => allowed.includes(operator)) || says(bound)) return "agrees";
  const words = near.join(" ");
  const upper = /max|limit|most|upper|cap(?![a-z])|ceil|budget|Math\.min\(|(?<![\w.])min\(/i.test(
    words.replace(/minimum|min_|MIN/g, ""),
  );
  const lower = /minimum|MIN_|_MIN|(?<![\w.])min(?!\w*\()|\bmin[A-Z_]|least|lower|floor|max\(/.test(words);
  if (operators.length > 0) return "contradicts";
  if (says(OPPOSITE[bound])) return "contradicts";
  const isUpper = bound === "atMost" || bound === "lessThan";
  if (upper !== lower) return (isUpper ? upper : lower) ? "agrees" : "contradicts";
  return upper ? "agrees" : "open";
}

/** Operators between something and the number, turned so that the number is on the right. */
function operatorsAt(line: string, value: number): string[] {
  const right = [...line.matchAll(/(?<![<>=!-])(<=|>=|<|>)(?![<>=])\s*([\d_][\w.]*)/g)]
    .filter(([, , n = ""]) => valuesIn(n).includes(value))
    .map(([, op = ""]) => op);
  const left = [...line.matchAll(/(?<![\w.])([\d_][\w.]*)\s*(<=|>=|<|>)(?![<>=])/g)]
    .filter(([, n = ""]) => valuesIn(n).includes(value))
    .map(([, , op = ""]) => MIRRORED[op] ?? op);
  return [...right, ...left];
}
