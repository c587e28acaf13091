import { InvalidParameter } from "../../../refusals/invalid-parameter.ts";
import type { ChatRequest } from "./chat-request.ts";

/** A number of a request and what it may be. */
interface Range {
  readonly param: keyof ChatRequest & string;
  readonly says: string;
  readonly fits: (value: number) => boolean;
}

/** What one request may ask for at most. */
export const chatLimits = {
  choices: 128,
  beams: 64,
  topLogprobs: 20,
  stops: 16,
  stopBytes: 1024,
  badWords: 64,
  badWordCharacters: 4096,
  requestIdCharacters: 128,
} as const;

const between = (param: Range["param"], low: number, high: number): Range => ({
  param,
  says: `between ${low} and ${high}`,
  fits: (value) => value >= low && value <= high,
});

const atLeast = (param: Range["param"], low: number): Range => ({
  param,
  says: `at least ${low}`,
  fits: (value) => value >= low && Number.isSafeInteger(value),
});

/** Reference: inference-api §3.2 and §3.3. */
const ranges: readonly Range[] = [
  between("temperature", 0, 2),
  { param: "top_p", says: "above 0 and at most 1", fits: (value) => value > 0 && value <= 1 },
  atLeast("top_k", -1),
  between("min_p", 0, 1),
  {
    param: "repetition_penalty",
    says: "finite and above 0",
    fits: (value) => value > 0 && Number.isFinite(value),
  },
  between("frequency_penalty", -2, 2),
  between("presence_penalty", -2, 2),
  between("length_penalty", -10, 10),
  between("n", 1, chatLimits.choices),
  atLeast("max_completion_tokens", 1),
  atLeast("max_tokens", 1),
  atLeast("min_tokens", 0),
  between("top_logprobs", 0, chatLimits.topLogprobs),
  between("prompt_logprobs", 0, chatLimits.topLogprobs),
];

/**
 * Checks every number of a request for itself. The schema has checked that they are numbers.
 *
 * @throws InvalidParameter naming the member, its range and its value
 */
export function checkRanges(request: ChatRequest): void {
  for (const { param, says, fits } of ranges) {
    const value = request[param];
    if (typeof value !== "number" || fits(value)) continue;
    throw new InvalidParameter(param, `${param} must be ${says}, got ${value}.`);
  }
}
