import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { TOOLS } from "../../server/agents/tools";

interface Manifest {
  readonly contributes: {
    readonly languageModelTools: readonly {
      readonly name: string;
      readonly modelDescription: string;
      readonly inputSchema: object;
    }[];
  };
}

const manifest = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, "../../package.json"), "utf8"),
) as Manifest;

test("the editor's models are told of the tools what the server checks", () => {
  const told = manifest.contributes.languageModelTools.map(({ name, modelDescription, inputSchema }) => ({
    ...{ name, modelDescription, inputSchema },
  }));
  expect(told).toEqual(
    TOOLS.map(({ name, description, input }) => ({
      name: `plumbline_${name}`,
      modelDescription: description,
      inputSchema: withoutDialect(z.toJSONSchema(input, { io: "input" })),
    })),
  );
});

function withoutDialect({ $schema: _, ...schema }: Record<string, unknown>): object {
  return schema;
}
