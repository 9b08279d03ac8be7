/** A codicon, for the eye only: what it means stands beside it or in the button's name. */
export function Icon({ name }: { name: string }) {
  return <span class={`codicon codicon-${name}`} aria-hidden="true" />;
}
