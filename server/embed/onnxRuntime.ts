import type { InferenceSession } from "onnxruntime-node";
import { EngineError } from "../base/errors";

// The only door to onnxruntime-node: the shipped word table, sentence encoders and cross-encoders all come through it.

export type Runtime = typeof import("onnxruntime-node");
export type Tensors = InferenceSession.OnnxValueMapType;

export interface OnnxOptions {
  /** Threads inside one operator; more than 2 gain nothing on models this small. Default 1. */
  readonly intraOpNumThreads?: number;
}

export interface OpenedModel {
  readonly runtime: Runtime;
  readonly session: InferenceSession;
}

/**
 * @param model the model's path, or its bytes where they are read anyway.
 * @param remedy what to do where it cannot be opened: the end of a sentence.
 * @throws EngineError `model-missing`.
 */
export async function openOnnx(
  model: string | Buffer,
  remedy: string,
  options: OnnxOptions = {},
): Promise<OpenedModel> {
  const runtime = await loadRuntime();
  const { create } = runtime.InferenceSession;
  try {
    const settings = {
      intraOpNumThreads: options.intraOpNumThreads ?? 1,
      interOpNumThreads: 1,
      graphOptimizationLevel: "all",
      enableMemPattern: false, // Shapes differ from run to run.
      logSeverityLevel: 3,
    } as const;
    const opening = typeof model === "string" ? create(model, settings) : create(model, settings);
    return { runtime, session: await opening };
  } catch (cause) {
    throw new EngineError("model-missing", `The embedding model cannot be opened: ${remedy}.`, { cause });
  }
}

async function loadRuntime(): Promise<Runtime> {
  process.env.ORT_DISABLE_TELEMETRY = "1"; // Later versions phone home and log into the temp folder unless told first.
  try {
    return await import("onnxruntime-node");
  } catch (cause) {
    const message = `onnxruntime-node has no working binary for ${process.platform}-${process.arch}: reinstall Plumbline.`;
    throw new EngineError("model-missing", message, { cause });
  }
}
