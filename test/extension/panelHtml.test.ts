import { expect, test } from "vitest";
import { panelHtml } from "../../extension/panelHtml";

const PAGE = panelHtml({
  scriptUri: "https://host/dist/webview.js",
  styleUri: "https://host/dist/webview.css",
  cspSource: "https://host",
  nonce: "abc123",
});

test("the policy allows our script, style and font, and nothing else", () => {
  const [, policy = ""] = /Content-Security-Policy" content="([^"]*)"/.exec(PAGE) ?? [];
  expect(policy.split("; ")).toEqual([
    "default-src 'none'",
    "style-src https://host",
    "font-src https://host",
    "script-src 'nonce-abc123'",
    "base-uri 'none'",
    "form-action 'none'",
  ]);
});

test("the only script carries the nonce, and nothing is inline", () => {
  expect(PAGE.match(/<script[^>]*>/g)).toEqual([
    '<script type="module" nonce="abc123" src="https://host/dist/webview.js">',
  ]);
  expect(PAGE).not.toMatch(/<style|\sstyle=|\son\w+=/);
});
