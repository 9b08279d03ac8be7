// Fixtures: `^^^ def name` and `<- ref name -> /path` label the line above; `-> none` says that no edge leads anywhere,
// `-> /path likely` that it is not sure.
import { expect, test } from "vitest";
import { parseFixture } from "../fixture";
import { GraphWorld } from "./graphWorld";

const MARK = /(?:\^+|<-) (def|ref) (\S+)(?: -> (\S+)(?: (\S+))?)?\s*$/;

async function checkEdges(fixture: string, repos: "one" | "folders" = "one"): Promise<void> {
  const world = await GraphWorld.open(fixture, repos);
  const defined = new Map<string, number>();
  const expected: string[] = [];
  for (const [file, line, [, role, name, target, confidence]] of marksOf(fixture)) {
    if (role === "def") defined.set(`${file} ${name}`, line);
    else expected.push(`${file}:${line} ${name} -> ${target}${confidence ? ` ${confidence}` : ""}`);
  }
  const prefix = (repo: string) => (repos === "one" ? "/" : `/${repo}/`);
  const found = new Map<string, string>();
  for (const repo of world.repos) {
    for (const { kind, confidence, from, to } of world.graph.edges(repo)) {
      if (!["calls", "extends", "implements"].includes(kind)) continue;
      const name = to.symbol.split(".").at(-1)!;
      const target = prefix(to.repo.root.name) + to.path;
      const known = defined.get(`${target} ${name}`);
      if (known !== undefined && known !== to.line) continue;
      const at = `${prefix(from.repo.root.name)}${from.path}:${from.line} ${name}`;
      found.set(at, `${at} -> ${target}${confidence === "resolved" ? "" : ` ${confidence}`}`);
    }
  }
  const actual = expected.map((one) => {
    const at = one.slice(0, one.indexOf(" -> "));
    return found.get(at) ?? `${at} -> none`;
  });
  expect(actual).toEqual(expected);
}

function* marksOf(fixture: string): Generator<[file: string, line: number, mark: RegExpExecArray]> {
  for (const [file, text] of parseFixture(fixture)) {
    let above = 0;
    for (const [line, content] of text.split("\n").entries()) {
      const mark = MARK.exec(content);
      if (mark) yield [`/${file}`, above, mark];
      else above = line;
    }
  }
}

test("typescript: a call resolves through a re-export, an alias and a default export", () =>
  checkEdges(`
//- /math.ts
export function add(a: number, b: number) { return a + b; }
//              ^^^ def add
export default function sub() {}
//- /index.ts
export * from "./math";
export { add as plus } from "./math";
//- /main.ts
import { add, plus } from "./index";
import minus from "./math.js";
add(1, 2);
// <- ref add -> /math.ts
plus(1, 2);
// <- ref add -> /math.ts
minus();
// <- ref sub -> /math.ts
add.call(1);
// <- ref call -> none
`));

test("typescript: methods by this, fields, parameters, results and inheritance", () =>
  checkEdges(`
//- /store.ts
export class Base { close() {} }
export class Store extends Base {
//                         ^^^^ ref Base -> /store.ts
  get(key: string) { return key; }
  static open(): Store { return new Store(); }
//                                  ^^^^^ ref Store -> /store.ts
}
//- /main.ts
import { Store } from "./store";
class Page {
  private readonly store: Store;
  constructor(store: Store) {
    this.store = store;
  }
  show() {
    this.store.get("a");
//             ^^^ ref get -> /store.ts
    this.draw();
//       ^^^^ ref draw -> /main.ts
    Store.open().close();
//               ^^^^^ ref close -> /store.ts
  }
  draw() {}
}
export function free(unknown: any) {
  unknown.show();
//        ^^^^ ref show -> /main.ts likely
}
`));

test("typescript: tsconfig paths and packages of the workspace", () =>
  checkEdges(`
//- /tsconfig.json
{ "compilerOptions": { "paths": { "@app/*": ["./src/*"] } } } // Comments are fine.
//- /src/a.ts
export const a = () => 1;
//- /packages/lib/package.json
{ "name": "@shop/lib", "exports": { ".": "./dist/index.js", "./sub": { "import": "./dist/sub/index.js" } } }
//- /packages/lib/src/index.ts
export function lib() {}
//- /packages/lib/src/sub/index.ts
export function sub() {}
//- /main.ts
import { a } from "@app/a";
import { lib } from "@shop/lib";
import { sub } from "@shop/lib/sub";
a();
// <- ref a -> /src/a.ts
lib();
// <- ref lib -> /packages/lib/src/index.ts
sub();
// <- ref sub -> /packages/lib/src/sub/index.ts
`));

test("python: packages, self, super, annotations, properties and with", () =>
  checkEdges(`
//- /pool/__init__.py
from ._core import Pool
from .errors import *
//- /pool/errors.py
class Broken(Exception): pass
//- /pool/_core.py
class Base:
    def close(self): pass
class Pool(Base):
#          ^^^^ ref Base -> /pool/_core.py
    def take(self) -> "Conn": pass
    def close(self):
        super().close()
#               ^^^^^ ref close -> /pool/_core.py
class Conn:
    def send(self): pass
//- /app.py
import pool
from pool import Broken as Oops, Pool
def use(p: Pool | None = None):
    conn = p.take()
#            ^^^^ ref take -> /pool/_core.py
    conn.send()
#        ^^^^ ref send -> /pool/_core.py
    with pool.Pool() as other:
#             ^^^^ ref Pool -> /pool/_core.py
        other.take().send()
#                    ^^^^ ref send -> /pool/_core.py
    raise Oops()
#         ^^^^ ref Broken -> /pool/errors.py
class App:
    def __init__(self, pool: Pool):
        self.pool = pool
    def run(self):
        self.pool.take()
#                 ^^^^ ref take -> /pool/_core.py
`));

test("go: packages by go.mod, receivers and constructors", () =>
  checkEdges(`
//- /go.mod
module example.com/shop
//- /mux/mux.go
package mux
type Mux struct{}
func New() *Mux { return &Mux{} }
func (m *Mux) Get(path string) { m.handle(path) }
//                                 ^^^^^^ ref handle -> /mux/handle.go
//- /mux/handle.go
package mux
func (m *Mux) handle(path string) {}
//- /main.go
package main
import "example.com/shop/mux"
func main() {
	r := mux.New()
//           ^^^ ref New -> /mux/mux.go
	r.Get("/")
//    ^^^ ref Get -> /mux/mux.go
}
`));

test("rust: crate paths, impl methods and what new returns", () =>
  checkEdges(`
//- /Cargo.toml
[package]
name = "shop"
//- /src/lib.rs
pub mod pool;
use crate::pool::Pool;
pub fn run() {
    let p = Pool::new();
//                ^^^ ref new -> /src/pool.rs
    p.take();
//    ^^^^ ref take -> /src/pool.rs
}
//- /src/pool.rs
pub struct Pool { n: usize }
impl Pool {
    pub fn new() -> Self { Pool { n: 0 } }
    pub fn take(&self) { self.count(); }
//                            ^^^^^ ref count -> /src/pool.rs
    fn count(&self) {}
}
`));

test("java: packages, fields and implicit this", () =>
  checkEdges(`
//- /src/main/java/a/Pool.java
package a;
public class Pool { public Conn take() { return check(); }
//                                              ^^^^^ ref check -> /src/main/java/a/Pool.java
  Conn check() { return null; } }
//- /src/main/java/a/Conn.java
package a;
public class Conn { public void send() {} }
//- /src/main/java/b/App.java
package b;
import a.Pool;
public class App extends Base {
//                       ^^^^ ref Base -> /src/main/java/b/Base.java
  private final Pool pool;
  void run() {
    pool.take();
//       ^^^^ ref take -> /src/main/java/a/Pool.java
  }
}
//- /src/main/java/b/Base.java
package b;
public class Base {}
`));

test("csharp, php, ruby: types are in sight by their names", async () => {
  await checkEdges(`
//- /Pool.cs
namespace A;
public class Pool { public void Take() {} }
//- /App.cs
using A;
public class App { void Run(Pool pool) {
    pool.Take();
//       ^^^^ ref Take -> /Pool.cs
} }
`);
  await checkEdges(`
//- /src/Pool.php
<?php
namespace A;
class Pool { public function take() { return $this->check(); }
//                                                  ^^^^^ ref check -> /src/Pool.php
  private function check() {} }
`);
  await checkEdges(`
//- /pool.rb
class Pool
  def take; end
end
//- /app.rb
def run
  pool = Pool.new
  pool.take
#      ^^^^ ref take -> /pool.rb
end
`);
});

test("packages of other repositories are found by their manifests", () =>
  checkEdges(
    `
//- /botocore/setup.cfg
[metadata]
name = botocore
//- /botocore/botocore/__init__.py
//- /botocore/botocore/session.py
class Session:
    def get(self): pass
//- /boto3/pyproject.toml
[project]
name = "boto3"
//- /boto3/boto3/__init__.py
//- /boto3/boto3/session.py
import botocore.session
from botocore.session import Session as Core
def make(core: Core):
    botocore.session.Session()
#                    ^^^^^^^ ref Session -> /botocore/botocore/session.py
    core.get()
#        ^^^ ref get -> /botocore/botocore/session.py
`,
    "folders",
  ));
