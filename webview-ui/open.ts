import type { TargetedKeyboardEvent, TargetedMouseEvent } from "preact";
import type { WireCitation } from "../server/protocol/wire";
import { post } from "./host";

/** What a button that leads to cited lines does: click or Enter opens, with Alt to the side. */
export function openHandlers(citation: WireCitation) {
  const open = (isBeside: boolean) => post({ type: "open", citation, side: isBeside ? "beside" : "here" });
  return {
    onClick: (event: TargetedMouseEvent<HTMLButtonElement>) => open(event.altKey),
    onKeyDown: (event: TargetedKeyboardEvent<HTMLButtonElement>) => {
      // With Alt held, Enter makes no click of its own.
      if (event.key !== "Enter" || !event.altKey) return;
      event.preventDefault();
      open(true);
    },
  };
}
