// Assembles scan.wat into scanModule.ts. A test holds the two together.
//
//   node server/vectors/assembleScan.mjs
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import wabt from "wabt";

const here = import.meta.dirname;
const source = readFileSync(join(here, "scan.wat"), "utf8");
const module = (await wabt()).parseWat("scan.wat", source, { simd: true });
const bytes = Buffer.from(module.toBinary({}).buffer);
writeFileSync(
  join(here, "scanModule.ts"),
  `/** \`scan.wat\` as \`assembleScan.mjs\` assembles it: ${bytes.length} bytes. */
export const SCAN_MODULE =
  "${bytes.toString("base64")}";
`,
);
