import type { BaseModel, BaseText } from "@heddle/engine";
import type { Training } from "@heddle/types";
import { JobFailure } from "../../jobs/job-work.ts";
import { recordedLogprobs, sampledTokens } from "./sampled-tokens.ts";
import { isChoice, type ServedPrompts } from "./served-prompt.ts";
import type { TokenNames } from "./token-names.ts";
import type { Turn, TurnsOfHistory } from "./turn.ts";
import { atPlace, textTokens } from "./turn-text.ts";

/** What turns are read with. */
export interface TurnReading {
  readonly text: BaseText;
  readonly base: Pick<BaseModel, "vocabularyTokens">;
  readonly names: TokenNames;
  readonly prompts: ServedPrompts;
  /** Take turns without log probabilities, and messages of the assistant, too. */
  readonly trainsUnrecorded: boolean;
  readonly signal: AbortSignal;
}

/**
 * The turns of a conversation that are trained: its choices, as far as they have log probabilities. Tokens are those
 * that choices name; the prompt of one that does not tell its own is rendered again, as it was served
 * (training-api §7.2, §16.4). `place` is where the conversation stands in the request.
 *
 * @throws JobFailure saying where and what is wrong
 */
export async function turnsOfHistory(
  { messages_and_choices: items, tools }: Training.History,
  place: string,
  reading: TurnReading,
): Promise<TurnsOfHistory> {
  const turns: Turn[] = [];
  let unrecorded = 0;
  // Prompts grow from turn to turn, so behind one that does not fit there is none that does.
  let fits = true;
  const rendered = async (at: number, here: string): Promise<Int32Array | null> => {
    if (!fits) return null;
    const before = items.slice(0, at);
    const prompt = await atPlace(here, () => reading.prompts.of(before, tools));
    fits = prompt !== null;
    return prompt;
  };
  for (const [at, item] of items.entries()) {
    const here = `${place}.messages_and_choices[${at}]`;
    if (isChoice(item) && recordedLogprobs(item).length === 0 && !reading.trainsUnrecorded) {
      unrecorded += 1;
      continue;
    }
    const written = await writtenTokens(item, here, reading);
    if (written === null || written.completion.length === 0) continue;
    checkTokens(written.completion, `${here}: token`, reading);
    const own = isChoice(item) ? (item.prompt_token_ids ?? []) : [];
    checkTokens(own, `${here}.prompt_token_ids`, reading);
    const prompt = own.length > 0 ? own : await rendered(at, here);
    if (prompt?.length === 0) {
      throw new JobFailure(`${here} has nothing in front of it that the model could have read.`);
    }
    turns.push({ ...written, prompt });
  }
  return { turns, unrecorded };
}

/** What an item has to train; null for a message that nobody trains. */
async function writtenTokens(
  item: Training.TrajectoryItem,
  here: string,
  { text, names, trainsUnrecorded, signal }: TurnReading,
): Promise<Pick<Turn, "completion" | "logprobs"> | null> {
  const sampled = isChoice(item) ? sampledTokens(item, names, here) : null;
  if (sampled !== null) return sampled;
  const message = isChoice(item) ? item.message : item;
  if (!trainsUnrecorded || !("role" in message) || message.role !== "assistant") return null;
  const { content, tool_calls: calls } = message as Training.TrainableMessage;
  if ((calls ?? []).length > 0) {
    throw new JobFailure(
      `${here} has tool_calls and neither token_ids nor log probabilities, so the tokens of its calls are not known. ` +
        "Send the choice as it came, or leave allow_training_without_logprobs out.",
    );
  }
  const completion = await atPlace(here, () => textTokens(textOf(content), text, signal));
  return { completion, logprobs: completion.map(() => Number.NaN) };
}

/** The text of a content, of which messages may have parts. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((part: unknown) => {
      if (typeof part === "string") return part;
      const isText = typeof part === "object" && part !== null && "text" in part;
      return isText && typeof part.text === "string" ? part.text : "";
    })
    .join("\n");
}

function checkTokens(
  tokens: readonly number[],
  what: string,
  { base: { vocabularyTokens } }: TurnReading,
): void {
  const at = tokens.findIndex((id) => !Number.isInteger(id) || id < 0 || id >= vocabularyTokens);
  if (at < 0) return;
  throw new JobFailure(
    `${what} ${at} is ${tokens[at]}, and the model has tokens from 0 to ${vocabularyTokens - 1}.`,
  );
}
