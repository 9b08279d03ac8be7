import type { AnswerConfig } from "../engine/config";
import type { ServerSettings } from "../protocol/wire";

/** Who answers, as the settings say. */
export function answerConfigOf(settings: ServerSettings): AnswerConfig {
  return {
    provider: settings.answerProvider ?? "claude",
    model: settings.answerModel,
    apiKey: settings.apiKey,
    baseUrl: settings.apiBaseUrl,
    monthlyTokens: settings.answerMonthlyTokens ?? null,
  };
}
