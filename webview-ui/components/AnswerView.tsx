import type { TargetedKeyboardEvent } from "preact";
import type { WireAnswer } from "../../server/protocol/wire";
import { sourcesOf } from "../sources";
import { footerWords } from "../words";
import { Icon } from "./Icon";
import { SentenceView } from "./SentenceView";
import { SourceList } from "./SourceList";

/** An answer, complete or on the way: its sentences, each with the lines that prove it, then the sources. */
export function AnswerView({ answer, isDone }: { answer: WireAnswer; isDone: boolean }) {
  if (answer.refused) return <Refusal answer={answer} />;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows only move between the buttons inside.
    <div class="answer" onKeyDown={moveAmongCitations}>
      <div class={answer.model ? "sentences" : "sentences separate"}>
        {answer.sentences.map((sentence, idx) => (
          // Sentences only ever get appended: their place names them.
          <SentenceView key={idx} sentence={sentence} />
        ))}
      </div>
      {isDone && (
        <>
          <SourceList sources={sourcesOf(answer)} />
          <p class="made-by">{footerWords(answer)}</p>
          <Basis lines={answer.basis ?? []} />
        </>
      )}
    </div>
  );
}

/** What was searched, in which state, and what was not. */
function Basis({ lines }: { lines: readonly string[] }) {
  return lines.length > 0 ? <p class="made-by basis">{lines.join(" ")}</p> : null;
}

function Refusal({ answer: { reason, basis = [] } }: { answer: WireAnswer }) {
  return (
    <div class="notice refused">
      <Icon name="info" />
      <div class="notice-text">
        <p>{reason ?? "No answer could be proven by the indexed code."}</p>
        <p class="hint">Name a file, a symbol or a term from the code, or ask about a smaller part.</p>
        <Basis lines={basis} />
      </div>
    </div>
  );
}

/** Left and right go through the citations of an answer; Tab reaches each of them too. */
function moveAmongCitations(event: TargetedKeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const buttons = [
    ...event.currentTarget.querySelectorAll<HTMLButtonElement>("button.citation, button.source"),
  ];
  const next = buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + step];
  if (!next) return;
  next.focus();
  event.preventDefault();
}
