import { expect, test } from "vitest";
import { receiverBefore } from "../../server/syntax/receiver";

/** The receiver of the name after `|`. */
function checkReceiver(marked: string, expected: string): void {
  const start = marked.indexOf("|");
  expect(receiverBefore(marked.replace("|", ""), start)).toBe(expected);
}

test.each([
  ["|f()", ""],
  ["return |f()", ""],
  ["self.|f()", "self"],
  ["x = self.store.|get(1)", "self.store"],
  ["a?.b!.|f()", "a.b"],
  ["p->q->|f()", "p.q"],
  ["a::B::|new()", "a.B"],
  ["Vec::<u8>::|new()", "Vec"],
  ["make(1, (2)).|f()", "make()"],
  ["rows[0].|f()", "rows[]"],
  ["client\n    .request()\n    .|send()", "client.request()"],
  ["super().|f()", "super()"],
  ['"a".|join(b)', "?"],
  ["(await x).|f()", "?"],
  ["Foo::|bar", "Foo"],
  ["$this->db->|query()", "$this.db"],
])("%s", checkReceiver);
