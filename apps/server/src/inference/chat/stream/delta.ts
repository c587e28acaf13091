import type { Inference } from "@heddle/types";
import type { AnswerPart } from "../answer/answer-reader.ts";

type ArgumentsPart = Extract<AnswerPart, { readonly kind: "arguments" }>;

/**
 * What some parts add to an answer, in one delta. The id, type and name of a call are sent once, with
 * the first piece of it: clients join repeated texts.
 */
export function deltaOf(parts: readonly AnswerPart[]): Inference.ChunkDelta {
  const delta: Inference.ChunkDelta = {};
  const calls = new Map<number, Inference.ToolCallDelta>();
  for (const part of parts) {
    if (part.kind === "call") {
      const { index, id, name } = part;
      calls.set(index, { index, id, type: "function", function: { name, arguments: "" } });
    } else if (part.kind === "arguments") {
      addArguments(calls, part);
    } else if (part.kind === "reasoning") {
      delta.reasoning = (delta.reasoning ?? "") + part.text;
      delta.reasoning_content = delta.reasoning;
    } else {
      delta.content = (delta.content ?? "") + part.text;
    }
  }
  if (calls.size > 0) delta.tool_calls = [...calls.values()];
  return delta;
}

function addArguments(
  calls: Map<number, Inference.ToolCallDelta>,
  { index, text }: ArgumentsPart,
): void {
  const call = calls.get(index) ?? { index, function: {} };
  const { function: written = {} } = call;
  const joined = (written.arguments ?? "") + text;
  calls.set(index, { ...call, function: { ...written, arguments: joined } });
}
