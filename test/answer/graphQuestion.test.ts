import { expect, test } from "vitest";
import type { Sentence } from "../../server/answer/answer";
import { graphAnswer } from "../../server/answer/graphAnswer";
import { graphQuestionIn } from "../../server/answer/graphQuestion";
import { GraphWorld } from "../graph/graphWorld";

test.each([
  ["Who calls RetryQuota.acquire?", "callers RetryQuota.acquire"],
  ["which functions call the `acquire()` method", "callers acquire"],
  ["Every caller of acquire", "callers acquire"],
  ["Show me all callers of acquire in this repository", "callers acquire"],
  ["where is take_one called from?", "callers take_one"],
  ["Who uses Quota?", "uses Quota"],
  ["what does Client.send call?", "callees Client.send"],
  ["every implementer of Store", "implementers Store"],
  ["Which classes extend BaseHandler?", "implementers BaseHandler"],
  ["what overrides Quota.take", "implementers Quota.take"],
  ["who imports botocore.config", "importers botocore.config"],
  ["Which modules import @smithy/types?", "importers @smithy/types"],
  ["What breaks if I change parse_url?", "dependents parse_url"],
  ["what breaks if Quota changes", "dependents Quota"],
  ["What depends on Quota?", "dependents Quota"],
  ["How does main reach Quota.take?", "path main Quota.take"],
  ["call chain from main to audit", "path main audit"],
  // Questions for the search.
  ["Who calls the shots when two retries collide?", null],
  ["How does the client reach the server?", "path client server"], // Found to name nothing, then searched.
  ["What calls are made when a user logs in?", null],
  ["how are uploads retried?", null],
  ["What uses the retry budget?", null],
] as const)("%s", (question, expected) => {
  const found = graphQuestionIn(question);
  expect(found && Object.values(found).join(" ")).toBe(expected);
});

test("a follow-up asks about what was named before", () => {
  expect(graphQuestionIn("and who calls it?", ["What does `Quota.take` do?"])).toEqual({
    relation: "callers",
    name: "Quota.take",
  });
  expect(graphQuestionIn("who calls it?")).toBeNull();
});

const SHOP = `
//- /quota.py
class Quota:
    def take(self): pass
class Strict(Quota):
    def take(self):
        audit()
def audit(): pass
//- /client.py
from quota import Quota as Q, audit
class Client:
    def __init__(self, quota: Q):
        self.quota = quota
    def send(self):
        self.quota.take()
def main():
    Client(Q()).send()
    audit()
//- /tests/test_quota.py
from quota import audit
def test_audit():
    audit()
`;

async function ask(question: string, world?: GraphWorld) {
  const { graph } = world ?? (await GraphWorld.open(SHOP));
  const answer = await graphAnswer(graphQuestionIn(question)!, { graph, accepts: () => true, generation: 1 });
  return answer && { ...answer, said: answer.sentences.map(toLine) };
}

/** `text <- path:line quote`, the first citation's. */
function toLine({ text, state, citations: [first] }: Sentence) {
  const mark = state === "weak" ? " (weak)" : "";
  return `${text}${mark} <- ${first!.path}:${first!.startLine + 1} ${first!.quote.trim()}`;
}

test("R3: every caller of a function, each line cited and verified", async () => {
  const answer = await ask("Who calls audit?");
  expect(answer?.said).toEqual([
    "`audit` is a function of quota.py: 3 calls of it. <- quota.py:6 def audit(): pass",
    "`Strict.take` calls `audit`. <- quota.py:5 audit()",
    "`main` calls `audit`. <- client.py:9 audit()",
    "`test_audit` calls `audit`. <- tests/test_quota.py:3 audit()",
  ]);
  expect(answer?.reason).toBeNull();
});

test("R3: a list too long to show says how many there are", async () => {
  const callers = Array.from({ length: 100 }, (_, n) => `def f${n}():\n    hub()`).join("\n");
  const world = await GraphWorld.open(`\n//- /hub.py\ndef hub(): pass\n${callers}\n`);
  const answer = await ask("who calls hub?", world);
  expect(answer?.reason).toBe("80 of 100 shown.");
  expect(answer?.sentences).toHaveLength(81);
});

test.each([
  [
    "an alias is proven by the definition it stands for",
    "Who calls Quota?",
    [
      "`Quota` is a class of quota.py: 1 call of it. <- quota.py:1 class Quota:",
      "`main` calls `Quota`. <- client.py:8 Client(Q()).send()",
    ],
  ],
  [
    "implementers",
    "which classes extend Quota?",
    [
      "`Quota` is a class of quota.py: 1 heir of it. <- quota.py:1 class Quota:",
      "`Strict` extends `Quota`. <- quota.py:3 class Strict(Quota):",
    ],
  ],
  [
    "importers of a module",
    "who imports quota?",
    [
      "`client.py` imports `Quota`. <- client.py:1 from quota import Quota as Q, audit",
      "`client.py` imports `audit`. <- client.py:1 from quota import Quota as Q, audit",
      "`tests/test_quota.py` imports `audit`. <- tests/test_quota.py:1 from quota import audit",
    ],
  ],
  [
    "a chain, hop by hop",
    "How does main reach Quota.take?",
    [
      "`main` calls `send`. <- client.py:8 Client(Q()).send()",
      "`Client.send` calls `take`. <- client.py:6 self.quota.take()",
    ],
  ],
  [
    "what breaks, the callers of callers too",
    "What breaks if Client.send changes?",
    [
      "`Client.send` is a method of client.py: 1 place that depends on it. <- client.py:5 def send(self):",
      "`main` calls `send`. <- client.py:8 Client(Q()).send()",
    ],
  ],
])("%s", async (_, question, expected) => {
  expect((await ask(question))?.said).toEqual(expected);
});

test("no caller is an answer too, and no chain", async () => {
  expect((await ask("who calls main?"))?.said).toEqual([
    "`main` is a function of client.py; the index knows no call of it. (weak) <- client.py:7 def main():",
  ]);
  expect(await ask("how does audit reach main?")).toMatchObject({
    refused: true,
    reason: "No chain of calls and inheritance from audit to main was found.",
  });
});

test("a name that nothing bears is left to the search", async () => {
  expect(await ask("Who calls nothing?")).toBeNull();
  expect(await ask("how does the client reach the server?")).toBeNull();
});
