// Writes dist/THIRD_PARTY_LICENSES.txt: name, version, licence and licence text of every package that is bundled into
// dist/ or shipped beside it, and where the grammars come from.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * @param bundled paths of all source files that went into the bundles, as esbuild's metafile names them.
 * @param external packages left out of the bundles and shipped as they are.
 */
export function writeLicenses(bundled, external) {
  const names = new Set(bundled.map(packageOf).filter(Boolean));
  for (const name of external) addWithDependencies(name, names);
  const parts = [...names].sort().map(describe).filter(Boolean);
  const grammars = `The grammars\n\n${readFileSync("grammars/LICENSES.md", "utf8").trim()}\n`;
  writeFileSync("dist/THIRD_PARTY_LICENSES.txt", [...parts, grammars].join(`\n${"=".repeat(80)}\n\n`));
}

function packageOf(file) {
  return /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(file)?.[1] ?? null;
}

function addWithDependencies(name, names) {
  const manifest = readManifest(name);
  if (!manifest || names.has(name)) return;
  names.add(name);
  const platform = `${process.platform}-${process.arch}`;
  const optional = Object.keys(manifest.optionalDependencies ?? {}).filter((dep) => dep.includes(platform));
  for (const dep of [...Object.keys(manifest.dependencies ?? {}), ...optional])
    addWithDependencies(dep, names);
}

function readManifest(name) {
  const file = path.join("node_modules", name, "package.json");
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
}

function describe(name) {
  const manifest = readManifest(name);
  const license = manifest.license ?? manifest.licenses ?? "see its text";
  const folder = path.join("node_modules", name);
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    .sort();
  const text = texts.map((file) => readFileSync(path.join(folder, file), "utf8").trim()).join("\n\n");
  return `${name} ${manifest.version}: ${typeof license === "string" ? license : JSON.stringify(license)}\n\n${text}\n`;
}
