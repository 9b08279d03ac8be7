import { expect, test } from "vitest";
import { splitLines } from "../../server/base/lines";
import { redactSecrets } from "../../server/base/redact";

function checkRedacted(text: string, expected: string): void {
  const redacted = redactSecrets(text);
  expect(redacted).toBe(expected);
  expect(splitLines(redacted)).toHaveLength(splitLines(text).length);
}

// Pieces are joined here, so that no scanner takes this file for a leak.
const key = (...pieces: string[]): string => pieces.join("");

test("tokens that announce themselves", () => {
  for (const token of [
    key("AKIA", "IOSFODNN7EXAMPLE"),
    key("sk-", "ant-api03-abcDEF123456789_xyz"),
    key("gh", "p_16C7e42F292c6912E7710c838347Ae178B4a"),
    key("xo", "xb-123456789012-abcdefGHIJ"),
    key("ey", "JhbGciOiJIUzI1NiJ9.", "ey", "JzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N"),
  ]) {
    checkRedacted(`client(${token})\nnext()`, "client([redacted])\nnext()");
  }
});

test("literals of secret names", () => {
  checkRedacted('password = "hU7$kq92xL"', 'password = "[redacted]"');
  checkRedacted("  apiKey: 'f81d4fae7dec11d0a765'", "  apiKey: '[redacted]'");
  checkRedacted('"client_secret": "Zx81-qq20-Lm3v",', '"client_secret": "[redacted]",');
  checkRedacted("export DB_PASSWORD=hU7kq92xLp\nA=1", "export DB_PASSWORD=[redacted]\nA=1");
  checkRedacted("url = 'postgres://app:s3cr3tpw@db:5432/x'", "url = 'postgres://app:[redacted]@db:5432/x'");
});

test("code about secrets stays", () => {
  for (const line of [
    'password = "your-password"',
    'token: "authorization"',
    "const token = readToken(input);",
    key('password = "$', '{DB_PASSWORD}"'),
    key("API_KEY=$", "{API_KEY}"),
    'SECRET_KEY = os.environ["SECRET_KEY"]',
    'throw new Error("token is missing")',
    "token = self.next_token2",
    "token = nextToken2",
    "https://example.com/a:b@c",
  ]) {
    checkRedacted(line, line);
  }
});

const dashes = "-----";
const begin = `${dashes}BEGIN RSA PRIVATE KEY${dashes}`;
const end = `${dashes}END RSA PRIVATE KEY${dashes}`;
const base64 = "MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn";

test("a private key, whole or cut by a chunk's border, keeps its lines", () => {
  checkRedacted(
    `a\r\n${begin}\r\n${base64}\r\n\r\n${end}\r\nb`,
    "a\r\n[redacted]\r\n[redacted]\r\n\r\n[redacted]\r\nb",
  );
  checkRedacted(`a\n${begin}\n${base64}`, "a\n[redacted]\n[redacted]");
  checkRedacted(`${base64}\n${base64}\n${end}\nb`, "[redacted]\n[redacted]\n[redacted]\nb");
});
