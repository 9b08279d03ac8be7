import type { FromPanel, PanelState, ToPanel } from "../server/protocol/panel";

interface Host {
  postMessage(message: FromPanel): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): Host;

// The editor hands this out once per page: this is the only place that takes it.
const host = acquireVsCodeApi();

export function post(message: FromPanel): void {
  host.postMessage(message);
}

/** Calls back with each snapshot; asks for the first one. */
export function onState(listener: (state: PanelState) => void): void {
  window.addEventListener("message", ({ data }: MessageEvent<ToPanel>) => {
    if (data?.type === "state") listener(data.state);
  });
  post({ type: "ready" });
}

/** A question typed and not yet asked survives hiding the panel and reloading the window. */
export function loadDraft(): string {
  const draft = (host.getState() as { draft?: unknown } | undefined)?.draft;
  return typeof draft === "string" ? draft : "";
}

export function saveDraft(draft: string): void {
  host.setState({ draft });
}
