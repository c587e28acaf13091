import type { Inference } from "@heddle/types";

/** A call that an earlier answer made, as templates write it. */
export interface TemplateCall {
  readonly id?: string;
  readonly type: "function";
  readonly function: {
    readonly name: string;
    readonly arguments: Readonly<Record<string, unknown>>;
  };
}

/** The calls of an assistant's message: those of `tool_calls`, or the one of the older `function_call`. */
export function messageCalls({
  tool_calls: calls,
  function_call: older,
}: Pick<Inference.AssistantMessage, "tool_calls" | "function_call">): readonly TemplateCall[] {
  if ((calls ?? []).length > 0) return calls!.map(templateCall);
  if ((older ?? null) === null) return [];
  return [{ type: "function", function: named(older!) }];
}

function templateCall(call: Inference.ToolCall | Inference.CustomToolCall): TemplateCall {
  const { id } = call;
  if (call.type === "function") return { id, type: "function", function: named(call.function) };
  // A template knows functions alone.
  const { name, input } = call.custom;
  return { id, type: "function", function: { name, arguments: { input } } };
}

function named({ name, arguments: text }: Inference.FunctionCall): TemplateCall["function"] {
  return { name, arguments: objectOf(text) };
}

/** A model wrote the arguments, and may have been cut off: what is no object counts as none. */
function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Readonly<Record<string, unknown>>) : {};
  } catch {
    return {};
  }
}
