// The fuzz test of test/chunk/fuzz.test.ts with ten thousand inputs instead of five hundred.
//
//   node eval/fuzz.mjs [INPUTS] [SEED]
import { spawnSync } from "node:child_process";

const [inputs = "10000", seed = "1"] = process.argv.slice(2);
const vitest = ["vitest", "run", "--config", "test/vitest.config.ts", "--project", "unit"];
const ran = spawnSync("npx", [...vitest, "--disableConsoleIntercept=true", "test/chunk/fuzz.test.ts"], {
  stdio: "inherit",
  env: { ...process.env, FUZZ_INPUTS: inputs, FUZZ_SEED: seed },
});
process.exitCode = ran.status ?? 1;
