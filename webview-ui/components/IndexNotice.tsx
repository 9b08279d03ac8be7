import type { IndexStatus } from "../../server/protocol/wire";
import { indexNotice } from "../words";
import { Icon } from "./Icon";

const ICONS: Readonly<Record<string, string>> = { failed: "error", indexing: "sync", starting: "sync" };

/** What a person must know of the index before asking; nothing while it is complete. */
export function IndexNotice({ index }: { index: IndexStatus }) {
  const words = indexNotice(index);
  if (!words) return null;
  const { progress } = index;
  return (
    <div class={`index-notice ${index.phase}`}>
      <Icon name={ICONS[index.phase] ?? "info"} />
      <span class="notice-words" title={words}>
        {words}
      </span>
      {index.phase === "indexing" && progress && progress.total > 0 && (
        <progress aria-label="Indexing" value={progress.done} max={progress.total} />
      )}
    </div>
  );
}
