import type { Message } from "../exchange.ts";
import type { Random } from "../random.ts";
import { callOf, type ToolRequest } from "./tool-request.ts";

/** A call and what came back. */
export interface Step {
  readonly request: Pick<ToolRequest, "tool" | "arguments">;
  readonly result: string;
}

/** How many calls a loop has: three most often. */
export function stepCount(random: Random): number {
  return Number(random.weighted({ 2: 28, 3: 56, 4: 16 }));
}

/** The request, each call after the result of the one before, and the final answer. */
export function loopMessages(text: string, steps: readonly Step[], answer: string): Message[] {
  return [
    { role: "user", content: text },
    ...steps.flatMap(({ request, result }): Message[] => [
      { role: "assistant", content: "", tool_calls: [callOf(request)] },
      { role: "tool", content: result },
    ]),
    { role: "assistant", content: answer },
  ];
}
