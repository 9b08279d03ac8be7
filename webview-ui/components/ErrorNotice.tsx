import type { WireError } from "../../server/protocol/wire";
import { post } from "../host";
import { Icon } from "./Icon";

/** A question that failed: why, in one sentence, and what can be done. */
export function ErrorNotice({ error, onRetry }: { error: WireError; onRetry: () => void }) {
  return (
    <div class="notice failed">
      <Icon name="error" />
      <div class="notice-text">
        <p>{error.message}</p>
        <p class="notice-actions">
          <button type="button" class="button" onClick={onRetry}>
            Ask again
          </button>
          {error.kind === "answer-refused" && (
            <button type="button" class="button secondary" onClick={() => post({ type: "setKey" })}>
              Set API key
            </button>
          )}
        </p>
      </div>
    </div>
  );
}
