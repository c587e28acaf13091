import type { OutputPlan, OutputSurroundings } from "./plan-output.ts";
import type { ChatRequest } from "./requests/chat-request.ts";

/** Messages as they are: text alone. */
export function readMessages(messages: ChatRequest["messages"]): readonly unknown[] {
  return messages;
}

/** No tools yet. */
export function templateTools(request: ChatRequest): readonly unknown[] | null {
  return request.tools ?? null;
}

/** No wish yet. */
export function readOutputWish(_request: ChatRequest): undefined {
  return undefined;
}

/** Text alone. */
export function planOutput(_wish: undefined, _surroundings: OutputSurroundings): OutputPlan {
  return {
    banned: [],
    toolMode: "none",
    hidesReasoning: false,
    readers: () => ({ push: (text) => [{ kind: "content", text }], end: () => [] }),
  };
}
