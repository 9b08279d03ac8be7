import type { PanelEntry } from "../../server/protocol/panel";
import type { IndexStatus } from "../../server/protocol/wire";
import { post } from "../host";
import { progressWords } from "../words";
import { Icon } from "./Icon";

interface ProgressLineProps {
  readonly progress: PanelEntry["progress"];
  readonly index: IndexStatus;
}

/** What is going on, and the way out of it. */
export function ProgressLine({ progress, index }: ProgressLineProps) {
  return (
    <p class="progress">
      <span class="spinner">
        <Icon name="loading" />
      </span>
      <span class="progress-text">{progressWords(progress, index)}</span>
      <button type="button" class="link" onClick={() => post({ type: "cancel" })}>
        Cancel
      </button>
    </p>
  );
}
