import type { Activity, Task } from "./activity.ts";
import type { TaskResult, TextRequest } from "./protocol.ts";
import { checkTextLength } from "./text-length.ts";
import type { TextModels } from "./text-models.ts";

/**
 * Carries out a call, and notes each piece of its work, inside the worker. Throws as the tokenizer and the template do.
 */
export async function carryOut(
  { id, modelId, task }: TextRequest & { readonly kind: "task" },
  models: TextModels,
  activity: Activity,
): Promise<TaskResult> {
  const noted = <T>(kind: Task["kind"], work: () => T): Promise<T> =>
    activity.during({ kind, subject: id, source: 0 }, work);
  switch (task.name) {
    case "load":
      return noted("load", () => models.load(modelId, task.files));
    case "encode":
      return noted("encode", () => models.tokenizer(modelId).encode(task.text, task.options));
    case "decode": {
      const { tokens, skipSpecialTokens } = task;
      return noted("call", () => models.tokenizer(modelId).decode(tokens, { skipSpecialTokens }));
    }
    case "render":
      return noted("call", () => models.render(modelId, task.variables, task));
    default: {
      const text = await noted("call", () => models.render(modelId, task.variables, task));
      checkTextLength(modelId, text, task.maxTextLength);
      const tokens = await noted("encode", () =>
        models.tokenizer(modelId).encode(text, task.options),
      );
      return { text, tokens };
    }
  }
}
