import type { Embedder } from "./embedder";
import type { ModelSpec } from "./modelSpec";
import { openServiceEmbedder } from "./serviceEmbedder";
import { openTransformer } from "./transformerEmbedder";

/** @throws EngineError that says what to do. */
export function openModel(spec: ModelSpec, signal?: AbortSignal): Promise<Embedder> {
  return spec.kind === "folder" ? openTransformer(spec.dir) : openServiceEmbedder(spec, {}, signal);
}
