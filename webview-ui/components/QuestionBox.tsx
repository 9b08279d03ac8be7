import type { RefObject, TargetedKeyboardEvent } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { post } from "../host";
import { Icon } from "./Icon";

interface QuestionBoxProps {
  readonly box: RefObject<HTMLTextAreaElement | null>;
  readonly draft: string;
  readonly isAsking: boolean;
  readonly onType: (draft: string) => void;
  readonly onRecall: (direction: "older" | "newer") => void;
  readonly onAsk: (question: string) => void;
}

/** Enter asks, Shift+Enter makes a new line, arrow up and down at the edges recall earlier questions. */
export function QuestionBox({ box, draft, isAsking, onType, onRecall, onAsk }: QuestionBoxProps) {
  useLayoutEffect(() => fitHeight(box.current), [box, draft]);

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTextAreaElement>) => {
    if (event.isComposing) return; // Enter ends a composed character, it does not ask.
    const recalled = recallDirection(event);
    if (event.key === "Enter" && !event.shiftKey) onAsk(draft);
    else if (recalled) onRecall(recalled);
    else if (event.key === "Escape" && isAsking) post({ type: "cancel" });
    else return;
    event.preventDefault();
  };

  return (
    <div class="question-box">
      <textarea
        ref={box}
        rows={1}
        value={draft}
        aria-label="Question about your code"
        placeholder="Ask about your code"
        maxLength={4000}
        spellcheck={false}
        onInput={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {isAsking ? (
        <button
          type="button"
          class="icon-button"
          aria-label="Cancel"
          title="Cancel (Escape)"
          onClick={() => post({ type: "cancel" })}
        >
          <Icon name="debug-stop" />
        </button>
      ) : (
        <button
          type="button"
          class="icon-button"
          aria-label="Ask"
          title="Ask (Enter)"
          disabled={!draft.trim()}
          onClick={() => onAsk(draft)}
        >
          <Icon name="send" />
        </button>
      )}
    </div>
  );
}

/** Arrows recall only where they would otherwise do nothing: at the very start or end of the text. */
function recallDirection(event: TargetedKeyboardEvent<HTMLTextAreaElement>): "older" | "newer" | null {
  const { selectionStart, selectionEnd, value } = event.currentTarget;
  if (event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return null;
  if (event.key === "ArrowUp" && !value.slice(0, selectionStart).includes("\n")) return "older";
  if (event.key === "ArrowDown" && !value.slice(selectionEnd).includes("\n")) return "newer";
  return null;
}

function fitHeight(box: HTMLTextAreaElement | null): void {
  if (!box) return;
  box.style.height = "auto";
  box.style.height = `${box.scrollHeight}px`;
}
