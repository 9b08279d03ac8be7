// The type of what a member is asked of, as far as the text says it: annotations, constructors, declared results.

import { typeIn } from "../chunk/bindings";
import type { Binding } from "../chunk/chunk";
import { pathAt } from "./fileScope";
import { type GraphSymbol, isFunction, isType } from "./graph";
import type { ModuleFile } from "./modules";
import type { Found, Resolver, Site } from "./resolve";

/** What an expression is: a type or a value of it, a module, or something of code that is not open here. */
export type Value =
  | { readonly kind: "type"; readonly type: GraphSymbol }
  | { readonly kind: "modules"; readonly files: readonly ModuleFile[] }
  | { readonly kind: "outside" };

const SELVES = new Set(["self", "this", "cls", "Self", "static", "$this"]);
const PARENTS = new Set(["super", "super()", "parent", "base"]);
/** `a = b.f()`, `b = c.g()`: longer trails are wrong more often than right. */
const MAX_TRAIL = 6;

/** Reads receivers link by link. */
export class ValueReader {
  constructor(private readonly resolver: Resolver) {}

  /** @param links `["self", "store"]`, `["Foo", "make()"]`. @returns null where nobody knows. */
  read(site: Site, links: readonly string[], trail = 0): Value | null {
    if (trail > MAX_TRAIL || links.length === 0) return null;
    let value = this.#root(site, links[0]!, trail);
    for (const link of links.slice(1)) {
      if (!value || value.kind === "outside") return value;
      value = this.#member(value, link, trail);
    }
    return value;
  }

  #root(site: Site, link: string, trail: number): Value | null {
    if (link.startsWith("?") || link.endsWith("[]")) return null;
    const { members } = this.resolver;
    if (SELVES.has(link)) return valueOfType(members.around(site));
    if (PARENTS.has(link)) {
      const type = members.around(site);
      return type ? (valueOfType(members.supertypes(type)[0] ?? null) ?? { kind: "outside" }) : null;
    }
    const { name: written, isCall } = parted(link);
    const name = written.replace(/^@/, ""); // A decorator's mark, or that of a field in Ruby.
    const isField = name !== written && site.scope.family === "ruby";
    const field = isField ? this.#field(members.around(site), name, trail) : null;
    if (field) return field;
    if (!isCall) {
      const bound = this.#bound(site, name, trail);
      if (bound) return bound;
    }
    return this.#valueOf(this.resolver.name(site, name), isCall, trail);
  }

  #member(value: Exclude<Value, { kind: "outside" }>, link: string, trail: number): Value | null {
    if (link.startsWith("?") || link.endsWith("[]")) return null;
    const { name, isCall } = parted(link);
    const found = this.resolver.memberOfValue(value, name);
    if (!found && name === "new" && value.kind === "type") return value; // Ruby's constructors.
    if (!isCall && value.kind === "type") {
      const field = this.#field(value.type, name, trail);
      if (field) return field;
    }
    return this.#valueOf(found, isCall, trail);
  }

  /** A field's declared type: in the type's own file, inside the type, or in what it inherits from. */
  #field(type: GraphSymbol | null, name: string, trail: number): Value | null {
    for (const one of type ? [type, ...this.resolver.members.supertypes(type)] : []) {
      const scope = this.resolver.scopeOf(one.repo, one.file);
      for (const called of [`.${name}`, name]) {
        for (const at of scope.chunks) {
          for (const binding of at.uses.bindings) {
            const path = binding.name === called ? pathAt(at, binding.line) : [];
            if (!path.includes(one.name)) continue;
            const value = this.#ofBinding({ scope, at, line: binding.line, path }, binding, trail);
            if (value) return value;
          }
        }
      }
    }
    return null;
  }

  /** A parameter, a variable of the function, or one of the file. */
  #bound(site: Site, name: string, trail: number): Value | null {
    const { scope, at, line } = site;
    const own = at.uses.bindings.filter((one) => one.name === name);
    const above = own.filter((one) => one.line <= line);
    const local = above.at(-1) ?? own[0];
    if (local) return this.#ofBinding(site, local, trail);
    for (const chunk of scope.chunks) {
      const isSameFunction = chunk.chunk.symbol !== "" && chunk.chunk.symbol === at.chunk.symbol;
      const isTop = scope.named(name).some((one) => one.chunk === chunk.chunk && one.container.length === 0);
      if (!isSameFunction && !isTop) continue;
      const binding = chunk.uses.bindings.find((one) => one.name === name);
      if (binding) return this.#ofBinding({ ...site, at: chunk, line: binding.line }, binding, trail);
    }
    return null;
  }

  #ofBinding(site: Site, binding: Binding, trail: number): Value | null {
    const links = binding.type.split(".");
    if (links[0] === `${binding.name}()` || (links[0] === binding.name && links.length === 1)) return null;
    return this.read({ ...site, line: binding.line }, links, trail + 1);
  }

  #valueOf(found: Found | null, isCall: boolean, trail: number): Value | null {
    if (!found || found.kind === "outside" || found.kind === "modules") return found;
    for (const one of found.symbols) {
      if (isType(one.kind)) return { kind: "type", type: one };
      const value = isFunction(one.kind)
        ? this.#result(one, trail)
        : isCall
          ? null
          : this.#variable(one, trail);
      if (value) return value;
    }
    return null;
  }

  #variable(variable: GraphSymbol, trail: number): Value | null {
    const scope = this.resolver.scopeOf(variable.repo, variable.file);
    const at = scope.chunkAt(variable.line);
    const binding = at?.uses.bindings.find((one) => one.name === variable.name);
    return at && binding
      ? this.#ofBinding({ scope, at, line: variable.line, path: variable.container }, binding, trail)
      : null;
  }

  /** What a function says it returns. */
  #result(fn: GraphSymbol, trail: number): Value | null {
    const scope = this.resolver.scopeOf(fn.repo, fn.file);
    const at = scope.chunkAt(fn.line);
    if (!at) return null;
    const site: Site = { scope, at, line: fn.line, path: [...fn.container, fn.name] };
    const bound = at.uses.bindings.find(
      (one) => one.name === `${fn.name}()` && Math.abs(one.line - fn.line) <= 1,
    );
    if (bound) return this.read(site, bound.type.split("."), trail + 1);
    if (fn.chunk.symbol.split(".").at(-1) !== fn.name) return null;
    const written = resultIn(fn.chunk.signature, fn.name, scope.family);
    if (/\bSelf\b|^this$|^static$/.test(written)) return valueOfType(this.resolver.members.around(site));
    const type = typeIn(written, scope.family === "go");
    return type ? this.read(site, type.split("."), trail + 1) : null;
  }
}

/** The declared result in a signature, "" where it has none. */
export function resultIn(signature: string, name: string, family: string): string {
  if (family === "python" || family === "rust") return /->\s*(.+?):?\s*$/.exec(signature)?.[1] ?? "";
  if (family === "go") return /\)\s*\(?\s*(\*?[\w.]+)[^()]*\)?\s*$/.exec(signature)?.[1] ?? "";
  if (family === "es" || family === "php" || /\bfun\b|\bdef\b/.test(signature)) {
    return /\)\s*:\s*([^{=]+)[={]?\s*$/.exec(signature)?.[1] ?? "";
  }
  const before = signature.slice(0, Math.max(0, signature.indexOf(`${name}(`))).trim();
  return /([\w.:<>?]+)[\s*&]*$/.exec(before)?.[1] ?? "";
}

function parted(link: string): { name: string; isCall: boolean } {
  return link.endsWith("()") ? { name: link.slice(0, -2), isCall: true } : { name: link, isCall: false };
}

function valueOfType(type: GraphSymbol | null): Value | null {
  return type ? { kind: "type", type } : null;
}
