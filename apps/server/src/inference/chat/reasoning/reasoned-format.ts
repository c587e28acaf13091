import { reasoningMarks } from "./reasoning-marks.ts";

/** Where a prompt leaves the reasoning. */
export type ReasoningState = "before" | "open" | "over";

/** Whether the end of a prompt has opened the reasoning, or closed it so that the model does not think. */
export function reasoningState(prompt: string): ReasoningState {
  const end = prompt.trimEnd();
  if (end.endsWith(reasoningMarks.open)) return "open";
  if (end.endsWith(reasoningMarks.close)) return "over";
  return "before";
}

/** A format that holds from the end of the reasoning on. The reasoning itself is free. */
export function reasonedFormat(format: unknown, state: ReasoningState): unknown {
  if (state === "over") return format;
  const thought = (begin: string): unknown => ({
    type: "sequence",
    elements: [
      { type: "tag", begin, content: { type: "any_text" }, end: reasoningMarks.close },
      // Models leave a line free behind their reasoning.
      { type: "regex", pattern: "\\n{0,2}" },
      format,
    ],
  });
  if (state === "open") return thought("");
  return { type: "or", elements: [thought(reasoningMarks.open), format] };
}
