import { expect, test } from "vitest";
import { drawChunks } from "./draw";

test("a class is a header and its methods; docs and decorators belong to what they describe", async () => {
  expect(
    await drawChunks(
      "quota.ts",
      `import { Clock } from "./clock";

/** Tokens a client may spend. */
export class RetryQuota extends Quota {
  readonly #clock: Clock;

  /** Takes tokens. */
  @logged
  acquire(amount: number): boolean {
    if (amount > this.left) return false;
    this.left -= amount;
    return true;
  }

  get left(): number { return this.#left; }
}

const RETRY_COST = 5;
const TIMEOUT_COST = 10;
export const refund = async (amount: number) => {
  const doubled = amount * 2;
  await give(doubled);
  return doubled;
};
`,
    ),
  ).toMatchInlineSnapshot(`
    "── block
    import { Clock } from "./clock";
    ── class RetryQuota + #clock
    /** Tokens a client may spend. */
    export class RetryQuota extends Quota {
      readonly #clock: Clock;
    ── method RetryQuota.acquire
      /** Takes tokens. */
      @logged
      acquire(amount: number): boolean {
        if (amount > this.left) return false;
        this.left -= amount;
        return true;
      }
    ── method RetryQuota.left
      get left(): number { return this.#left; }
    }
    ── constant RETRY_COST + TIMEOUT_COST
    const RETRY_COST = 5;
    const TIMEOUT_COST = 10;
    ── function refund
    export const refund = async (amount: number) => {
      const doubled = amount * 2;
      await give(doubled);
      return doubled;
    };"
  `);
});

test("functions kept in members, objects and prototypes know their container", async () => {
  expect(
    await drawChunks(
      "app.ts",
      `Foo.prototype.bar = function () {
  one();
  two();
  three();
};
exports.run = function () {
  one();
  two();
  three();
};
export const handlers = {
  open(path: string) {
    one();
    two();
    three();
  },
  close: () => {
    one();
    two();
  },
};
`,
    ),
  ).toMatchInlineSnapshot(`
    "── method Foo.bar
    Foo.prototype.bar = function () {
      one();
      two();
      three();
    };
    ── function run
    exports.run = function () {
      one();
      two();
      three();
    };
    ── constant handlers
    export const handlers = {
    ── method handlers.open
      open(path: string) {
        one();
        two();
        three();
      },
    ── method handlers.close
      close: () => {
        one();
        two();
      },
    };"
  `);
});

test("tests are named by their titles", async () => {
  expect(
    await drawChunks(
      "a.test.ts",
      `describe("quota", () => {
  beforeEach(() => reset());

  it("runs out", () => {
    const quota = new Quota();
    quota.take(500);
    expect(quota.left).toBe(0);
  });
  it("comes back", () => {
    const quota = new Quota();
    quota.give(500);
    expect(quota.left).toBe(500);
  });
});
`,
    ),
  ).toMatchInlineSnapshot(`
    "── test quota
    describe("quota", () => {
      beforeEach(() => reset());
    ── test quota.runs out
      it("runs out", () => {
        const quota = new Quota();
        quota.take(500);
        expect(quota.left).toBe(0);
      });
    ── test quota.comes back
      it("comes back", () => {
        const quota = new Quota();
        quota.give(500);
        expect(quota.left).toBe(500);
      });
    });"
  `);
});
