// What a number in a sentence may look like in code: "30 seconds" is `30`, `30_000` or `30 * 1000`, "five retries" is
// `5`, "1 MiB" is `1 << 20`, "50 %" is `0.5`.

/** A number as a sentence gives it. */
export interface SaidNumber {
  readonly value: number;
  readonly unit: string | null; // As written; null where none stands behind it.
}

/** Number words that count something; "one" and "two" alone are too often no number at all. */
export const NUMBER_WORDS: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  hundred: 100,
};

/** Units a sentence writes behind a number, longest first; a pattern's source. */
export const UNIT_PATTERN =
  "milliseconds?|microseconds?|nanoseconds?|seconds?|minutes?|hours?|days?|weeks?|[KMGT]i?B|[kmg]b|bytes?|percent|" +
  "thousand|million|billion|secs?|mins?|ms|µs|us|ns|s|min|h|d|k|%";

type Dimension = "time" | "size" | "share" | "count";

const UNITS: readonly { readonly is: RegExp; readonly of: Dimension; readonly factor: number }[] = [
  { is: /^(nanoseconds?|ns|nanos)$/i, of: "time", factor: 1e-9 },
  { is: /^(microseconds?|us|µs|micros)$/i, of: "time", factor: 1e-6 },
  { is: /^(milliseconds?|ms|millis|msec)$/i, of: "time", factor: 1e-3 },
  { is: /^(seconds?|secs?|s)$/, of: "time", factor: 1 },
  { is: /^(minutes?|mins?)$/i, of: "time", factor: 60 },
  { is: /^(hours?|h)$/, of: "time", factor: 3600 },
  { is: /^(days?|d)$/, of: "time", factor: 86_400 },
  { is: /^weeks?$/i, of: "time", factor: 604_800 },
  { is: /^bytes?$/i, of: "size", factor: 1 },
  { is: /^kb$/i, of: "size", factor: 1000 },
  { is: /^ki?b$/i, of: "size", factor: 1024 },
  { is: /^mb$/i, of: "size", factor: 1e6 },
  { is: /^mi?b$/i, of: "size", factor: 2 ** 20 },
  { is: /^gb$/i, of: "size", factor: 1e9 },
  { is: /^gi?b$/i, of: "size", factor: 2 ** 30 },
  { is: /^(%|percent)$/i, of: "share", factor: 0.01 },
  { is: /^(thousand|k)$/i, of: "count", factor: 1e3 },
  { is: /^million$/i, of: "count", factor: 1e6 },
  { is: /^billion$/i, of: "count", factor: 1e9 },
];

/** Whether a line of code gives this number: as such, in another unit, or as a product. */
export function lineHasNumber(said: SaidNumber, line: string): boolean {
  const values = valuesIn(line);
  const units = said.unit === null ? [] : UNITS.filter(({ is }) => is.test(said.unit ?? ""));
  if (units.length === 0) return has(values, said.value);
  return units.some((unit) => has(acceptable(said.value, unit, unitOfLine(line, unit.of)), values));
}

/** The values a line may have for "30 seconds": in the line's own unit where it names one, else in any. */
function acceptable(value: number, unit: (typeof UNITS)[number], ofLine: readonly number[]): number[] {
  const base = value * unit.factor;
  if (ofLine.length > 0) return ofLine.map((factor) => base / factor);
  const sameKind = UNITS.filter((other) => other.of === unit.of).map((other) => base / other.factor);
  return [value, base, ...sameKind];
}

/** Factors of the units that names on a line mention: `timeoutMs`, `time.Second`, `MAX_AGE_SECONDS`. */
function unitOfLine(line: string, of: Dimension): number[] {
  if (of !== "time") return [];
  const words = line.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|µs/g) ?? [];
  const units = UNITS.filter((unit) => unit.of === of);
  return words
    .filter((word) => word.length > 1 && word !== "min") // `Math.min` is no minute.
    .flatMap((word) => units.filter(({ is }) => is.test(word.toLowerCase())).map(({ factor }) => factor));
}

/** Values of the number literals of a text, of its products and shifts: 0x1F, 1_000, 2.5e3, 60 * 1000, 1 << 20. */
export function valuesIn(text: string): number[] {
  const plain = text.replace(/(\d),(?=\d{3}(?!\d))/g, "$1");
  const texts = plain === text ? [text] : [text, plain];
  const words = text.toLowerCase().match(/\b[a-z]+\b/g) ?? [];
  return [
    ...texts.flatMap((one) => (one.match(LITERAL) ?? []).map(literalValue)),
    ...(plain.match(PRODUCT) ?? []).map(productOf),
    ...words.flatMap((word) => NUMBER_WORDS[word] ?? []),
  ];
}

const LITERAL =
  /(?<![\w.])(?:0[xX][\dA-Fa-f_]+|0[bB][01_]+|0[oO][0-7_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<![\w.])\.\d+/g;
const PRODUCT = /(?<![\w.])\d[\d_]*(?:\.\d+)?(?:\s*(?:\*\*?|<<)\s*\d[\d_]*(?:\.\d+)?)+/g;

function literalValue(literal: string): number {
  return Number(literal.replace(/_/g, ""));
}

function productOf(text: string): number {
  const [first = "", ...rest] = text.split(/\s*(\*\*?|<<)\s*/);
  let value = literalValue(first);
  for (let idx = 0; idx + 1 < rest.length; idx += 2) {
    const by = literalValue(rest[idx + 1] ?? "");
    value = rest[idx] === "<<" ? value * 2 ** by : rest[idx] === "**" ? value ** by : value * by;
  }
  return value;
}

/** Equal but for what floating point does to a conversion. */
function has(values: readonly number[], wanted: number | readonly number[]): boolean {
  const all = typeof wanted === "number" ? [wanted] : wanted;
  return all.some((one) =>
    values.some((value) => Math.abs(value - one) <= 1e-9 * Math.max(1, Math.abs(one))),
  );
}
