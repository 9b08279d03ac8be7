import { useEffect, useReducer, useRef } from "preact/hooks";
import { EmptyState } from "../components/EmptyState";
import { EntryView } from "../components/EntryView";
import { IndexNotice } from "../components/IndexNotice";
import { QuestionBox } from "../components/QuestionBox";
import { loadDraft, onState, post, saveDraft } from "../host";
import { initialState, reduce, runningEntry } from "../state";
import { announcement } from "../words";

/** The whole panel: what was asked above, the question box below. */
export function AskView() {
  const [ui, dispatch] = useReducer(reduce, loadDraft(), initialState);
  const box = useRef<HTMLTextAreaElement>(null);
  const running = runningEntry(ui.panel);

  useEffect(() => onState((state) => dispatch({ type: "snapshot", state })), []);
  useEffect(() => saveDraft(ui.ownDraft), [ui.ownDraft]);
  useFocus(box, ui.panel !== null, running !== null);

  const ask = (question: string) => {
    if (!question.trim()) return;
    post({ type: "ask", question });
    dispatch({ type: "asked" });
    box.current?.focus();
  };

  if (!ui.panel) return null;
  const { entries, index, model } = ui.panel;
  return (
    <main class="ask">
      <div class="entries">
        {entries.length === 0 && <EmptyState hasModel={model !== null} onAsk={ask} />}
        {entries.map((entry) => (
          <EntryView key={entry.id} entry={entry} index={index} onAsk={ask} />
        ))}
      </div>
      <div class="visually-hidden" role="status" aria-live="polite">
        {announcement(entries.at(-1))}
      </div>
      <footer class="dock">
        <IndexNotice index={index} />
        <QuestionBox
          box={box}
          draft={ui.draft}
          isAsking={running !== null}
          onType={(draft) => dispatch({ type: "typed", draft })}
          onRecall={(direction) => dispatch({ type: "recall", direction })}
          onAsk={ask}
        />
      </footer>
    </main>
  );
}

type Box = { readonly current: HTMLTextAreaElement | null };

/** The box has the focus when the panel gets it, and again when an answer is there, unless it is elsewhere inside. */
function useFocus(box: Box, isShown: boolean, isAsking: boolean): void {
  useEffect(() => {
    const toBox = () => focusIfFree(box);
    window.addEventListener("focus", toBox);
    return () => window.removeEventListener("focus", toBox);
  }, [box]);
  useEffect(() => focusIfFree(box), [box, isShown, isAsking]);
}

/** Never takes the focus from the editor or from a button of ours. */
function focusIfFree(box: Box): void {
  if (document.hasFocus() && document.activeElement === document.body) box.current?.focus();
}
