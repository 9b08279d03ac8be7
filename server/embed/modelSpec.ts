import { homedir } from "node:os";
import path from "node:path";
import { EngineError } from "../base/errors";
import { hashOf } from "../base/hash";

/** A model beside the shipped one: a folder on this machine, or a service. */
export type ModelSpec = FolderSpec | ServiceSpec;

export interface FolderSpec {
  readonly kind: "folder";
  readonly dir: string;
}

export interface ServiceSpec {
  readonly kind: "service";
  readonly provider: Provider;
  readonly model: string;
  /** Up to and with the version: `https://…/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  /** Dimensions asked for; null: as many as the model has. */
  readonly dims: number | null;
}

export type Provider = "openai" | "voyage" | "compatible";

/** What a name does not say: addresses and keys come from the environment or the editor's secret storage. */
export interface Access {
  readonly baseUrl?: string | null;
  readonly apiKey?: string | null;
}

const ADDRESSES: Readonly<Record<Provider, string>> = {
  openai: "https://api.openai.com/v1",
  voyage: "https://api.voyageai.com/v1",
  compatible: "http://127.0.0.1:11434/v1", // Ollama's.
};
const PROVIDERS: Readonly<Record<string, Provider>> = {
  openai: "openai",
  voyage: "voyage",
  compatible: "compatible",
  ollama: "compatible",
};

/**
 * `openai:text-embedding-3-small`, `voyage:voyage-code-3@512` (dimensions), `ollama:nomic-embed-text`,
 * `compatible:NAME`, or a folder; null for the shipped model (empty, `static`).
 *
 * @param baseDir where a relative folder starts.
 */
export function parseModel(name: string, access: Access, baseDir: string): ModelSpec | null {
  const text = name.trim();
  if (text === "" || text === "static") return null;
  const service = /^([a-z]+):(?![\\/])(.+?)(?:@(\d+))?$/.exec(text);
  const provider = PROVIDERS[service?.[1] ?? ""];
  if (service && provider) {
    const baseUrl = (access.baseUrl || ADDRESSES[provider]).replace(/\/+$/, "");
    const dims = service[3] ? Number(service[3]) : null;
    return { kind: "service", provider, model: service[2]!, baseUrl, apiKey: access.apiKey ?? null, dims };
  }
  const isHome = text === "~" || text.startsWith("~/");
  return { kind: "folder", dir: path.resolve(baseDir, isHome ? path.join(homedir(), text.slice(1)) : text) };
}

/** The provider a name asks for, null for a folder and the shipped model: it says which key is needed. */
export function providerOf(name: string): Provider | null {
  const spec = parseModel(name, {}, "/");
  return spec?.kind === "service" ? spec.provider : null;
}

/** As people call it. */
export function labelOf(spec: ModelSpec): string {
  return spec.kind === "folder" ? path.basename(spec.dir) : spec.model;
}

/** Where text goes to be embedded; null: nowhere, or a service on this very machine. */
export function destinationOf(spec: ModelSpec): string | null {
  if (spec.kind === "folder") return null;
  const { hostname } = new URL(spec.baseUrl);
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname) ? null : hostOf(spec);
}

/** @throws EngineError "bad-query" for an address that is none. */
export function hostOf({ baseUrl }: ServiceSpec): string {
  if (URL.canParse(baseUrl)) return new URL(baseUrl).host;
  throw new EngineError(
    "bad-query",
    `${baseUrl} is no address; enter one that starts with http:// or https:// in plumbline.embedding.baseUrl.`,
  );
}

/** What a service's vectors depend on, as far as a client can know: `probe.ts` looks for the rest. */
export function serviceId(spec: ServiceSpec): string {
  const { queryPrefix, documentPrefix } = prefixesOf(spec);
  const shape = hashOf([spec.baseUrl, spec.dims ?? "", queryPrefix, documentPrefix].join("\0"));
  return `${spec.provider}-${spec.model}-${shape.slice(0, 12)}`;
}

/** What some open models want before a text; Voyage is told the side in a field of its own. */
export function prefixesOf({ model }: Pick<ServiceSpec, "model">): {
  readonly queryPrefix: string;
  readonly documentPrefix: string;
} {
  const known = PREFIXES.find(([name]) => name.test(model));
  return { queryPrefix: known?.[1] ?? "", documentPrefix: known?.[2] ?? "" };
}

const PREFIXES: readonly (readonly [model: RegExp, query: string, document: string])[] = [
  [/nomic-embed/, "search_query: ", "search_document: "],
  [/mxbai-embed|snowflake-arctic-embed/, "Represent this sentence for searching relevant passages: ", ""],
  [/(^|[/-])e5-/, "query: ", "passage: "],
];
