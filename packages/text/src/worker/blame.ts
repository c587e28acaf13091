import { TextError } from "../errors.ts";
import type { Task } from "./activity.ts";
import type { TextTask } from "./protocol.ts";
import { type TextLimits, timeLimitMs } from "./text-limits.ts";
import type { ThreadEnd } from "./text-thread.ts";

/** What a call fails with that made its thread end; `call` is null where a constraint was to blame. */
export function blame(
  { reason, task, cause }: ThreadEnd,
  call: TextTask | null,
  limits: TextLimits,
): TextError {
  const kind = task?.kind ?? "call";
  const what = call === null ? "the constraint" : whatOf(call, kind);
  const details = { ...(task?.source ? { parameter: "constraint" } : {}), cause };
  if (reason === "crash") {
    return new TextError("internal", `The text worker died while ${what}.`, details);
  }
  const took =
    reason === "time"
      ? `longer than ${timeLimitMs(limits, kind) / 1000} s`
      : `more than ${limits.maxHeapMegabytes} MB`;
  return new TextError("invalid", `Giving up: ${what} took ${took}.`, details);
}

function whatOf(task: TextTask, kind: Task["kind"]): string {
  switch (task.name) {
    case "load":
      return "loading the tokenizer";
    case "encode":
      return `encoding a text of ${task.text.length} characters`;
    case "decode":
      return `decoding ${task.tokens.length} tokens`;
    default:
      return kind === "encode" ? "encoding the prompt" : "rendering the chat template";
  }
}
