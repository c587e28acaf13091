import type { Inference } from "@heddle/types";
import type { Choice } from "../answer/choice.ts";
import type { PreparedAnswer } from "../answer/prepared-answer.ts";
import { usageOf } from "../answer/usage.ts";
import { ChunkChoice } from "./chunk-choice.ts";
import type { StreamUsage } from "./stream-usage.ts";

type Chunk = Inference.ChatCompletionChunk;

/**
 * Samples an answer, and writes it in events as it comes: the role of each choice, pieces of the
 * answer, one last event for each choice, and the usage. Nothing comes before the engine has read the
 * prompt, so whatever is wrong with the request fails before the first event. Reference:
 * inference-api §7.2 and §7.3.
 *
 * @throws EngineError what the engine fails with
 */
export async function* chunks(answer: PreparedAnswer, usage: StreamUsage): AsyncGenerator<Chunk> {
  const { choices, form, prompt } = answer;
  const head = {
    id: answer.id,
    object: "chat.completion.chunk" as const,
    created: answer.createdS,
    model: answer.model,
  };
  const streamed = choices.map((choice) => new ChunkChoice(choice, form));
  let cachedTokens = 0;
  const chunk = (choice: Inference.ChunkChoice, of: Choice): Chunk => ({
    ...head,
    choices: [choice],
    ...(usage.inEach && { usage: usageOf(prompt.length, cachedTokens, [of]) }),
  });
  for await (const event of answer.events) {
    if (event.kind === "prompt") {
      ({ cachedTokens } = event);
      for (const choice of choices) {
        const opened = chunk(roleOf(choice.index, answer), choice);
        yield form.tokenIds ? { ...opened, prompt_token_ids: [...prompt] } : opened;
      }
      if (answer.echoed === "") continue;
      for (const choice of choices) {
        const delta = { content: answer.echoed };
        yield chunk({ index: choice.index, delta, logprobs: null, finish_reason: null }, choice);
      }
    } else {
      const choice = choices[event.index]!;
      const piece =
        event.kind === "tokens"
          ? streamed[event.index]!.push(choice.push(event))
          : streamed[event.index]!.end(event.stop);
      if (piece !== undefined) yield chunk(piece, choice);
    }
  }
  if (!usage.atEnd) return;
  yield { ...head, choices: [], usage: usageOf(prompt.length, cachedTokens, choices) };
}

function roleOf(index: number, { role }: PreparedAnswer): Inference.ChunkChoice {
  return { index, delta: { role, content: "" }, logprobs: null, finish_reason: null };
}
