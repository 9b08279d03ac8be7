import type { IndexStatus, WireAnswer, WireCitation, WireError } from "./wire";

export type FromPanel =
  | { readonly type: "ready" }
  | { readonly type: "ask"; readonly question: string }
  | { readonly type: "cancel" }
  | { readonly type: "open"; readonly citation: WireCitation; readonly side: "here" | "beside" }
  | { readonly type: "setKey" };

/** A whole snapshot, never a delta: a hidden panel may miss any message but the last. */
export interface ToPanel {
  readonly type: "state";
  readonly state: PanelState;
}

export interface PanelState {
  readonly index: IndexStatus;
  /** Model that answers; null while answers are extractive. */
  readonly model: string | null;
  /** Questions asked here, oldest first; kept across reloads. */
  readonly entries: readonly PanelEntry[];
}

export interface PanelEntry {
  readonly id: number;
  readonly question: string;
  readonly progress:
    | { readonly kind: "searching" }
    | { readonly kind: "answering"; readonly answer: WireAnswer }
    | { readonly kind: "done"; readonly answer: WireAnswer }
    | { readonly kind: "cancelled" }
    | { readonly kind: "failed"; readonly error: WireError };
}
