import type { Training } from "@heddle/types";
import { JobFailure } from "../../jobs/job-work.ts";
import type { TokenNames } from "./token-names.ts";
import type { Turn } from "./turn.ts";

/** What the wire says for minus infinity, and where it says nothing. A sampled token cannot have had it. */
const noLogprob = -9999;

/** Log probabilities of a choice: of its content, or else of its refusal. Empty where it has none. */
export function recordedLogprobs({
  logprobs,
}: Training.TrainableChoice): readonly Training.TokenLogprob[] {
  const content = logprobs?.content ?? [];
  return content.length > 0 ? content : (logprobs?.refusal ?? []);
}

/**
 * The tokens of a choice with their log probabilities: its `token_ids`, or else those that its log probabilities name.
 * Null where it has neither.
 *
 * @throws JobFailure for ids and log probabilities that do not belong together, and for a text that is no token
 */
export function sampledTokens(
  choice: Training.TrainableChoice,
  names: TokenNames,
  place: string,
): Pick<Turn, "completion" | "logprobs"> | null {
  const recorded = recordedLogprobs(choice);
  const ids = choice.token_ids ?? null;
  if (ids === null && recorded.length === 0) return null;
  if (ids !== null && recorded.length > 0 && ids.length !== recorded.length) {
    throw new JobFailure(
      `${place}: there are ${ids.length} token_ids and ${recorded.length} log probabilities, and each token needs one. Send the choice as it came.`,
    );
  }
  const logprobs = recorded.map(({ logprob }, at) => {
    if (!Number.isFinite(logprob)) {
      throw new JobFailure(`${place}.logprobs.content[${at}].logprob is no finite number.`);
    }
    return logprob <= noLogprob ? Number.NaN : logprob;
  });
  if (ids === null) {
    return {
      completion: recorded.map((entry, at) => namedToken(entry, at, names, place)),
      logprobs,
    };
  }
  const unknown = ids.map(() => Number.NaN);
  return { completion: ids, logprobs: recorded.length === 0 ? unknown : logprobs };
}

function namedToken(
  entry: Training.TokenLogprob,
  at: number,
  names: TokenNames,
  place: string,
): number {
  const id = names.idOf(entry);
  if (id !== undefined) return id;
  const said = JSON.stringify(entry.token.slice(0, 40));
  throw new JobFailure(
    `${place}.logprobs.content[${at}].token is ${said}, and no token of the model has that text. Send token_ids, or log probabilities that name tokens as token_id:<id>.`,
  );
}
