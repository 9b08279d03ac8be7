import type { ServiceSpec } from "./modelSpec";

/** US dollars a million tokens, as the providers' price pages had them in May 2026. */
const PER_MILLION: Readonly<Record<string, number>> = {
  "openai:text-embedding-3-small": 0.02,
  "openai:text-embedding-3-large": 0.13,
  "openai:text-embedding-ada-002": 0.1,
  "voyage:voyage-code-3": 0.18,
  "voyage:voyage-3-large": 0.18,
  "voyage:voyage-3.5": 0.06,
  "voyage:voyage-3.5-lite": 0.02,
};

/** About what so many tokens cost in US dollars; null where the price is not known. */
export function priceOf(
  { provider, model }: Pick<ServiceSpec, "provider" | "model">,
  tokens: number,
): number | null {
  const price = PER_MILLION[`${provider}:${model}`];
  return price === undefined ? null : (price * tokens) / 1e6;
}
