import type { WireCitation } from "../../server/protocol/wire";
import { openHandlers } from "../open";
import { fileName, lineLabel, spokenPlace } from "../sources";

/** `retry.ts:40-52` behind a sentence: opens those lines, with Alt to the side. */
export function CitationChip({ citation }: { citation: WireCitation }) {
  const { span, symbol, unsaved } = citation;
  const title = [
    `${span.path}:${lineLabel(span)}`,
    symbol,
    unsaved ? "Not saved yet" : "",
    "Alt+click opens to the side",
  ];
  return (
    <button
      type="button"
      class="citation"
      aria-label={spokenPlace(span)}
      title={title.filter(Boolean).join("\n")}
      {...openHandlers(citation)}
    >
      {fileName(span)}:{lineLabel(span)}
      {unsaved && " (unsaved)"}
    </button>
  );
}
