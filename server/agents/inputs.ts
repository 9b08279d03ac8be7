import { z } from "zod";
import { EngineError } from "../base/errors";

// What agents and scripts may ask. One description serves MCP, the HTTP API with its OpenAPI document, and the checks of
// both. Lines are 1-based and inclusive here, as people and agents count them.

const filters = {
  repos: z.array(z.string()).optional().describe("Only these repositories, by folder name."),
  languages: z.array(z.string()).optional().describe('Only these languages: "typescript", "python", "go".'),
  kinds: z.array(z.string()).optional().describe('Only these kinds: "function", "method", "class", "test".'),
  paths: z
    .array(z.string())
    .optional()
    .describe('Only files matching a glob, or below a folder: "src/**/*.ts", "server".'),
  changedSince: z
    .string()
    .optional()
    .describe('Only files that differ from this commit: "main", "HEAD~3", "v1.2".'),
};

export const searchInput = z.strictObject({
  query: z.string().min(1).max(2_000).describe("Words, a symbol, a path, or a question in plain language."),
  limit: z.number().int().min(1).max(100).default(10).describe("How many results, best first."),
  ...filters,
});
export type SearchInput = z.infer<typeof searchInput>;

export const askInput = z.strictObject({
  question: z.string().min(1).max(4_000).describe("A question about the code, in plain language."),
  earlier: z
    .array(z.string())
    .max(20)
    .optional()
    .describe("Questions asked before in the same conversation, oldest first: a follow-up may lean on them."),
  ...filters,
});
export type AskInput = z.infer<typeof askInput>;

export const verifyInput = z.strictObject({
  text: z
    .string()
    .min(1)
    .max(500_000)
    .describe(
      "Markdown with path:line references, or JSON {sentences:[{text,citations:[{path,start,end}]}]}.",
    ),
});
export type VerifyInput = z.infer<typeof verifyInput>;

/** @throws EngineError "bad-query" naming the first thing to change: `query: Too small: expected …`. */
export function parseInput<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  const where = first?.path.join(".");
  const what = first?.message ?? "The request has another shape than expected";
  throw new EngineError("bad-query", `${where ? `${where}: ` : ""}${what}.`);
}
