import { expect, test } from "vitest";
import { drawChunks } from "./draw";

test("Python: decorators, docstrings, nested functions and module constants", async () => {
  expect(
    await drawChunks(
      "auth.py",
      `"""How clients prove who they are."""
import os

MAX_RETRIES = 3
TIMEOUT = 10


# Runs once a request.
@app.route("/login")
@limited
def login(request):
    """Checks the password."""
    def inner():
        return 1
    return inner()


class Auth(Base):
    """Base class."""

    scheme = "Bearer"

    @property
    def header(self):
        value = self.token()
        return f"{self.scheme} {value}"

    async def token(self):
        if self.cached:
            return self.cached
        self.cached = await fetch()
        return self.cached


if __name__ == "__main__":
    main()
`,
    ),
  ).toMatchInlineSnapshot(`
    "── constant MAX_RETRIES + TIMEOUT
    """How clients prove who they are."""
    import os

    MAX_RETRIES = 3
    TIMEOUT = 10
    ── function login + inner
    # Runs once a request.
    @app.route("/login")
    @limited
    def login(request):
        """Checks the password."""
        def inner():
            return 1
        return inner()
    ── class Auth + scheme
    class Auth(Base):
        """Base class."""

        scheme = "Bearer"
    ── method Auth.header
        @property
        def header(self):
            value = self.token()
            return f"{self.scheme} {value}"
    ── method Auth.token
        async def token(self):
            if self.cached:
                return self.cached
            self.cached = await fetch()
            return self.cached
    ── block
    if __name__ == "__main__":
        main()"
  `);
});
