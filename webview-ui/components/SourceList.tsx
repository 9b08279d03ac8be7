import type { WireCitation } from "../../server/protocol/wire";
import { openHandlers } from "../open";
import { fileName, lineLabel, type Source, spokenPlace } from "../sources";

/** Every place an answer rests on, once, numbered. */
export function SourceList({ sources }: { sources: readonly Source[] }) {
  return (
    <section class="sources" aria-label="Sources">
      <h3>Sources</h3>
      <ol>
        {sources.map(({ key, citation }) => (
          <li key={key}>
            <SourceButton citation={citation} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function SourceButton({ citation }: { citation: WireCitation }) {
  const { span, symbol } = citation;
  const folder = span.path.slice(0, Math.max(span.path.lastIndexOf("/"), 0));
  return (
    <button
      type="button"
      class="source"
      aria-label={symbol ? `${symbol}, ${spokenPlace(span)}` : spokenPlace(span)}
      title={`${span.repo}: ${span.path}:${lineLabel(span)}`}
      {...openHandlers(citation)}
    >
      <span class="source-name">{symbol || fileName(span)}</span>
      <span class="source-place">
        {fileName(span)}:{lineLabel(span)}
      </span>
      <span class="source-folder">{folder}</span>
    </button>
  );
}
