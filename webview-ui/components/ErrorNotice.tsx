import type { WireError } from "../../server/protocol/wire";
import { post } from "../host";
import { Icon } from "./Icon";

/** A question that failed: why, in one sentence, and what can be done. */
export function ErrorNotice({ error, onRetry }: { error: WireError; onRetry: () => void }) {
  const isAboutKey = error.kind === "answer-refused";
  return (
    <div class="notice failed">
      <Icon name="error" />
      <div class="notice-text">
        <p>{error.message}</p>
        <p class="notice-actions">
          {isAboutKey && (
            <button type="button" class="button" onClick={() => post({ type: "setKey" })}>
              Set API key
            </button>
          )}
          <button type="button" class={isAboutKey ? "button secondary" : "button"} onClick={onRetry}>
            Ask again
          </button>
        </p>
      </div>
    </div>
  );
}
