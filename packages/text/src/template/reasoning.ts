/** Members that hold what a model thought before it answered; the first is the one that most templates read. */
const names = ["reasoning_content", "thinking", "reasoning"] as const;

/**
 * Gives a message's reasoning the names that templates know it by, as Hugging Face's transformers does: always
 * `reasoning_content`, and `thinking` where the message has none.
 */
export function withReasoningNames(message: unknown): unknown {
  if (typeof message !== "object" || message === null) return message;
  const members = message as Readonly<Record<string, unknown>>;
  const reasoning = names.map((name) => members[name]).find((value) => (value ?? null) !== null);
  if (reasoning === undefined) return message;
  return { thinking: reasoning, ...members, reasoning_content: reasoning };
}
