import { claudeModel, DEFAULT_ANSWER_MODEL } from "./claudeModel";
import type { AnswerModel } from "./model";
import { openAiModel } from "./openAiModel";

/** Who writes answers. */
export interface ProviderConfig {
  /** "openai": any service that speaks its chat completions, also a local one; then `baseUrl` says which. */
  readonly provider?: "claude" | "openai";
  readonly model: string;
  readonly apiKey: string | null;
  /** null: the provider's own address. */
  readonly baseUrl: string | null;
}

const OPENAI = "https://api.openai.com/v1";

/** The model to ask, with the host it sends to; null where nothing is set up, so that nothing leaves the machine. */
export function chooseModel(
  config: ProviderConfig,
): { readonly model: AnswerModel; readonly host: string } | null {
  const { provider = "claude", apiKey, model, baseUrl } = config;
  if (provider === "openai") {
    if (!apiKey && !baseUrl) return null;
    const url = baseUrl ?? OPENAI;
    return { model: openAiModel({ baseUrl: url, model, apiKey }), host: hostOf(url) };
  }
  if (!apiKey) return null;
  const claude = claudeModel({
    apiKey,
    model: model || DEFAULT_ANSWER_MODEL,
    ...(baseUrl ? { baseURL: baseUrl } : {}),
  });
  return { model: claude, host: hostOf(baseUrl ?? "https://api.anthropic.com") };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
