import { useEffect, useRef } from "preact/hooks";
import type { PanelEntry } from "../../server/protocol/panel";
import type { IndexStatus } from "../../server/protocol/wire";
import { AnswerView } from "./AnswerView";
import { ErrorNotice } from "./ErrorNotice";
import { ProgressLine } from "./ProgressLine";

interface EntryViewProps {
  readonly entry: PanelEntry;
  readonly index: IndexStatus;
  readonly onAsk: (question: string) => void;
}

/** One question and where its answer stands. */
export function EntryView({ entry, index, onAsk }: EntryViewProps) {
  const { question, progress } = entry;
  const place = useRef<HTMLElement>(null);
  // A new question comes into view once; after that reading is not disturbed by what arrives.
  useEffect(() => place.current?.scrollIntoView({ block: "start" }), []);
  return (
    <article class={`entry ${progress.kind}`} ref={place} aria-busy={isRunning(progress)}>
      <h2 class="question">{question}</h2>
      {(progress.kind === "answering" || progress.kind === "done") && (
        <AnswerView answer={progress.answer} isDone={progress.kind === "done"} />
      )}
      {isRunning(progress) && <ProgressLine progress={progress} index={index} />}
      {progress.kind === "cancelled" && (
        <p class="stopped">
          Stopped before it was answered.{" "}
          <button type="button" class="link" onClick={() => onAsk(question)}>
            Ask again
          </button>
        </p>
      )}
      {progress.kind === "failed" && <ErrorNotice error={progress.error} onRetry={() => onAsk(question)} />}
    </article>
  );
}

function isRunning({ kind }: PanelEntry["progress"]): boolean {
  return kind === "searching" || kind === "answering";
}
