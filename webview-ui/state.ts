import type { PanelEntry, PanelState } from "../server/protocol/panel";

/** What the panel draws: the last snapshot, and what only the box knows. */
export interface UiState {
  readonly panel: PanelState | null;
  readonly draft: string;
  /** While earlier questions are recalled: how many steps back; 0 is the draft itself. */
  readonly stepsBack: number;
  /** The draft to come back to. */
  readonly ownDraft: string;
}

export type UiAction =
  | { readonly type: "snapshot"; readonly state: PanelState }
  | { readonly type: "typed"; readonly draft: string }
  | { readonly type: "recall"; readonly direction: "older" | "newer" }
  | { readonly type: "asked" };

export function initialState(draft: string): UiState {
  return { panel: null, draft, stepsBack: 0, ownDraft: draft };
}

export function reduce(state: UiState, action: UiAction): UiState {
  switch (action.type) {
    case "snapshot":
      return { ...state, panel: action.state };
    case "typed":
      return { ...state, draft: action.draft, ownDraft: action.draft, stepsBack: 0 };
    case "asked":
      return { ...state, draft: "", ownDraft: "", stepsBack: 0 };
    case "recall":
      return recall(state, action.direction === "older" ? 1 : -1);
  }
}

/** The question being answered; null while none is. */
export function runningEntry(panel: PanelState | null): PanelEntry | null {
  const last = panel?.entries.at(-1);
  return last && (last.progress.kind === "searching" || last.progress.kind === "answering") ? last : null;
}

function recall(state: UiState, step: number): UiState {
  const questions = pastQuestions(state.panel);
  const stepsBack = Math.min(Math.max(state.stepsBack + step, 0), questions.length);
  const draft = stepsBack === 0 ? state.ownDraft : (questions[stepsBack - 1] ?? "");
  return { ...state, stepsBack, draft };
}

/** Newest first, each once. */
function pastQuestions(panel: PanelState | null): readonly string[] {
  const questions = (panel?.entries ?? []).map((entry) => entry.question);
  return [...new Set(questions.reverse())];
}
