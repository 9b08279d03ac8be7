import { expect, test } from "vitest";
import { RequestFailure, wireErrorOf } from "../../extension/failure";
import { RestartPolicy } from "../../extension/restartPolicy";

function checkFailure(thrown: unknown, expected: object | null): void {
  expect(wireErrorOf(thrown)).toEqual(expected);
}

function responseError(code: number, message: string, data?: unknown): Error {
  return Object.assign(new Error(message), { code, data });
}

test("the server's own sentence is told", () => {
  const wire = { kind: "bad-query", message: "There is no language called cobol." };
  checkFailure(responseError(-32803, "x", wire), wire);
  checkFailure(new RequestFailure(wire), wire);
});

test("a cancelled request is no failure", () => {
  checkFailure(responseError(-32800, "Cancelled."), null);
  checkFailure(responseError(-32802, "Cancelled."), null);
  checkFailure(Object.assign(new Error("Canceled"), { name: "Canceled" }), null);
});

test("a lost connection says to try again", () =>
  checkFailure(responseError(-32097, "Pending response rejected since connection got disposed"), {
    kind: "not-running",
    message: "The Plumbline server stopped before it answered. Try again.",
  }));

test("anything else is told as it is", () => {
  checkFailure(new Error("boom"), { kind: "internal", message: "Plumbline failed: boom" });
  checkFailure("boom", { kind: "internal", message: "boom" });
});

test("four crashes in three minutes are forgiven, the fifth is not, until a person restarts", () => {
  const policy = new RestartPolicy();
  const verdicts = [0, 1, 2, 3, 4].map((second) => policy.crashed(second * 1_000));
  expect(verdicts).toEqual(["restart", "restart", "restart", "restart", "give-up"]);
  expect(policy.crashed(10 * 60_000)).toBe("restart");
  policy.reset();
  expect(policy.crashed(10 * 60_000 + 1)).toBe("restart");
});
