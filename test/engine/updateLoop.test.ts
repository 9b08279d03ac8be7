import { expect, test } from "vitest";
import { UpdateLoop } from "../../server/engine/updateLoop";
import type { UpdateReport } from "../../server/indexing/report";
import type { RepoIndex } from "../../server/store/repoIndex";

/** Asks for updates of one repository as told and returns how many were really run. */
async function countRuns(ask: (update: () => Promise<UpdateReport>) => Promise<unknown>): Promise<number> {
  let nRuns = 0;
  const update = async () => {
    nRuns++;
    return {} as UpdateReport;
  };
  const loop = new UpdateLoop(
    { update, clear: async () => {}, rest: async () => {} },
    { refresh: async () => {}, onActivity() {} },
  );
  const repo = { root: { name: "harbour", dir: "/harbour" } } as RepoIndex;
  await ask(() => loop.update(repo));
  return nRuns;
}

test("an update asked for after the last one has ended is run", async () => {
  const nRuns = await countRuns(async (update) => {
    await update();
    await update();
  });
  expect(nRuns).toBe(2);
});

test("updates asked for while one runs are one further update", async () => {
  expect(await countRuns((update) => Promise.all([update(), update(), update(), update()]))).toBe(2);
});
