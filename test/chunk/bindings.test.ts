import { expect, test } from "vitest";
import { bindingsOf } from "../../server/chunk/bindings";

/** Bindings as `name: type`. */
function checkBindings(language: string, text: string, expected: readonly string[]): void {
  expect(bindingsOf(text, 0, language).map(({ name, type }) => `${name}: ${type}`)).toEqual(expected);
}

test("python: annotations, constructors, calls, with", () =>
  checkBindings(
    "python",
    `def send(self, request: Request, auth: "Auth | None" = None, ids: list[Id] = ()):
    self.pool: a.Pool = a.Pool(1)
    response = await self.transport.handle(request)
    with Client() as client:
        pass
`,
    [
      ...["request: Request", "auth: Auth"],
      ...[".pool: a.Pool()", ".pool: a.Pool", "response: self.transport.handle()", "client: Client()"],
    ],
  ));

test("typescript: annotations, constructors, exports", () =>
  checkBindings(
    "typescript",
    `export default class Store {
  constructor(private readonly log: Log, opts?: Options) {}
  private rows: Row[] = [];
}
const store = new Store<number>();
export { store as main };
`,
    ["default: Store", "log: Log", "opts: Options", "store: Store", "export main: store"],
  ));

test("go", () =>
  checkBindings(
    "go",
    `func (c *client) Do(req *http.Request, n int) error {
	mux, err := NewMux(c)
	srv := &Server{}
`,
    ["c: client", "req: http.Request", "mux: NewMux()", "srv: Server"],
  ));

test("java", () =>
  checkBindings("java", "private final Pool<Row> pool;\nvoid a(Request r, int n) { var x = new Foo(); }\n", [
    ...["pool: Pool", "x: Foo", "r: Request"],
  ]));

test("rust", () =>
  checkBindings("rust", "fn f(x: &mut Pool, n: usize) {\n  let s = Server::new();\n}\n", [
    "x: Pool",
    "s: Server.new()",
  ]));
