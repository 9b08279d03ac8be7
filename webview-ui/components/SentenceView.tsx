import type { WireSentence } from "../../server/protocol/wire";
import { type Inline, parseInline } from "../inline";
import { placeKey } from "../sources";
import { CitationChip } from "./CitationChip";

/** One sentence in the flow of the text, followed by the lines it rests on. */
export function SentenceView({ sentence }: { sentence: WireSentence }) {
  return (
    <span
      class={sentence.state === "weak" ? "sentence weak" : "sentence"}
      title={sentence.state === "weak" ? WEAK : undefined}
    >
      {parseInline(sentence.text).map((run) => (
        <InlineRun {...run} />
      ))}{" "}
      {sentence.citations.map((citation) => (
        <CitationChip key={placeKey(citation.span)} citation={citation} />
      ))}
    </span>
  );
}

const WEAK = "The cited lines are on this, but do not decide it";

function InlineRun({ look, text }: Inline) {
  switch (look) {
    case "text":
      return <>{text}</>;
    case "code":
      return <code>{text}</code>;
    case "strong":
      return <strong>{text}</strong>;
    case "em":
      return <em>{text}</em>;
  }
}
