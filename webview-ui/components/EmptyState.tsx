import { post } from "../host";

const EXAMPLES = [
  "Where does this program start, and what happens first?",
  "How are errors handled and reported?",
  "Which tests cover the most important code?",
];

interface EmptyStateProps {
  readonly hasModel: boolean;
  readonly onAsk: (question: string) => void;
}

/** Before the first question: what this is, and three questions that work anywhere. */
export function EmptyState({ hasModel, onAsk }: EmptyStateProps) {
  return (
    <section class="empty" aria-label="Getting started">
      <h2>Ask your code a question</h2>
      <p>Every sentence of the answer hangs on lines you can click.</p>
      <ul class="examples">
        {EXAMPLES.map((example) => (
          <li key={example}>
            <button type="button" class="example" onClick={() => onAsk(example)}>
              {example}
            </button>
          </li>
        ))}
      </ul>
      {!hasModel && (
        <p class="hint">
          Answers come from the index alone and nothing leaves this machine. To have them written by Claude,{" "}
          <button type="button" class="link" onClick={() => post({ type: "setKey" })}>
            set an API key
          </button>
          .
        </p>
      )}
    </section>
  );
}
