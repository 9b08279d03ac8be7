import type { WireHit } from "../server/protocol/wire";
import { fileName, placeLabel } from "./spanLines";

/** One line of the search list, without what only the editor knows. */
export interface PickItem {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  /** The ranking is ours: the editor must not filter or sort it. */
  readonly alwaysShow: true;
  readonly hit: WireHit;
}

const ICONS: Readonly<Record<string, string>> = {
  function: "symbol-method",
  method: "symbol-method",
  class: "symbol-class",
  struct: "symbol-structure",
  interface: "symbol-interface",
  trait: "symbol-interface",
  enum: "symbol-enum",
  type: "symbol-class",
  module: "symbol-namespace",
  constant: "symbol-constant",
  variable: "symbol-variable",
  field: "symbol-field",
  macro: "symbol-snippet",
  test: "beaker",
  block: "code",
  section: "symbol-string",
};

/** @param nRepos how many repositories are open: with one, its name only repeats itself. */
export function pickItem(hit: WireHit, nRepos: number): PickItem {
  const place = placeLabel(hit.span);
  return {
    label: `$(${ICONS[hit.kind] ?? "file-code"}) ${plain(hit.symbol || fileName(hit.span))}`,
    description: nRepos > 1 ? `${hit.span.repo} ${place}` : place,
    detail: plain(hit.summary),
    alwaysShow: true,
    hit,
  };
}

/** Text from code that must not turn into icons. */
function plain(text: string): string {
  return text.replaceAll("$(", "$\u200b(");
}
