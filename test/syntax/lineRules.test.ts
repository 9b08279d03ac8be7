import { expect, test } from "vitest";
import { drawChunks } from "../chunk/draw";

/** Symbols of the chunks, with their kind. */
async function checkSymbols(path: string, text: string, expected: readonly string[]): Promise<void> {
  const drawn = await drawChunks(path, text);
  const borders = drawn.split("\n").filter((line) => line.startsWith("── "));
  expect(borders.map((line) => line.slice(3))).toEqual(expected);
}

const rows = (n: number, row: string) => `${row}\n`.repeat(n);

test("SQL by statements", () =>
  checkSymbols(
    "schema.sql",
    `-- Who may log in.
CREATE TABLE IF NOT EXISTS app.users (
  id int primary key,
  name text not null,
  born date
);

CREATE OR REPLACE FUNCTION bump(x int) RETURNS int AS $$
BEGIN
  UPDATE users SET n = n + 1;
  RETURN x;
END;
$$ LANGUAGE plpgsql;

create view "active" as
  select *
  from app.users
  where active;
`,
    ["struct app.users", "function bump", "type active"],
  ));

test("YAML by keys", () =>
  checkSymbols("ci.yml", `name: ci\njobs:\n${rows(6, "  - run: x")}env:\n${rows(6, "  A: b")}`, [
    "field name",
    "field jobs + run, run, run, run, run, run",
    "field env + A, A, A, A, A, A",
  ]));

test("a Makefile by targets, with the comments above them", () =>
  checkSymbols(
    "Makefile",
    `CC = gcc\n\n# Builds.\nall: a.o\n${rows(5, "\t$(CC) a.o")}\nclean:\n${rows(5, "\trm a.o")}`,
    ["constant CC", "function all", "function clean"],
  ));

test("protobuf by messages and services", () =>
  checkSymbols(
    "a.proto",
    `syntax = "proto3";\n\nmessage User {\n${rows(5, "  string a = 1;")}}\n\nservice Users {\n${rows(4, "  // does")}  rpc Get(User) returns (User);\n}\n`,
    ["block", "struct User", "interface Users", "method Users.Get"],
  ));

test("Perl by packages and subs", () =>
  checkSymbols(
    "a.pm",
    `package A::B;\n\nsub one {\n${rows(5, "  x();")}}\n\nsub two\n{\n${rows(5, "  y();")}}\n1;\n`,
    ["module A::B", "function A::B.one", "function A::B.two", "block A::B"],
  ));
