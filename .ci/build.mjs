// Bundles the four programs of the product into dist/: extension, server (with its index worker), CLI, webview.
import { context } from "esbuild";
import { writeLicenses } from "./licenses.mjs";

// Native parts and those that find files beside themselves stay ordinary packages.
const external = [
  "vscode",
  "@lancedb/lancedb",
  "apache-arrow",
  "onnxruntime-node",
  "web-tree-sitter",
  "@parcel/watcher",
];
const node = { bundle: true, platform: "node", format: "cjs", target: "node20", external, sourcemap: true };
const programs = [
  { ...node, entryPoints: { extension: "extension/main.ts" } },
  { ...node, entryPoints: { server: "server/main.ts", worker: "server/worker.ts" } },
  { ...node, entryPoints: { cli: "server/cli.ts" }, banner: { js: "#!/usr/bin/env node" } },
  {
    bundle: true,
    platform: "browser",
    format: "esm",
    target: "es2022",
    entryPoints: { webview: "webview-ui/main.tsx" },
    jsx: "automatic",
    jsxImportSource: "preact",
    minify: true,
    loader: { ".ttf": "file" }, // The icon font lies beside webview.css, which names it.
    assetNames: "[name]",
  },
];

const watch = process.argv.includes("--watch");
const bundled = [];
for (const program of programs) {
  const build = await context({ ...program, outdir: "dist", logLevel: "warning", metafile: true });
  if (watch) await build.watch();
  else {
    const { metafile } = await build.rebuild();
    bundled.push(...Object.keys(metafile.inputs));
    await build.dispose();
  }
}
if (!watch) writeLicenses(bundled, external);
