import { createHash } from "node:crypto";
import type { SampleRequest } from "@heddle/engine";
import { int64Of } from "@heddle/server-kit";
import { InvalidParameter } from "../../../refusals/invalid-parameter.ts";
import type { ServedModel } from "../../models/served-model.ts";
import type { AnswerForm } from "../answer/answer-form.ts";
import type { OutputPlan } from "../plan-output.ts";
import type { Prompt } from "../prompt/prompt.ts";
import type { ChatCaller, ChatRequest } from "../requests/chat-request.ts";
import { priorityOf } from "../requests/check-combinations.ts";
import { stopsOf } from "../requests/check-lists.ts";
import { badWords } from "./bad-words.ts";
import { drawing } from "./temperature.ts";
import { namedTokens } from "./token-ids.ts";

/** What decides how an answer is sampled. */
export interface SampleParts {
  readonly request: ChatRequest;
  readonly caller: ChatCaller;
  readonly model: ServedModel;
  readonly prompt: Prompt;
  readonly plan: OutputPlan;
  readonly form: AnswerForm;
}

/**
 * What the engine is asked for. Of the parameters of drawing, a beam search takes those alone that
 * mean something to it.
 *
 * @throws InvalidParameter for tokens that the model does not have, for several greedy choices, and
 * for a form of the answer that a beam search cannot keep to
 */
export async function sampleRequest(parts: SampleParts): Promise<SampleRequest> {
  const { request, caller, model, prompt, plan, form } = parts;
  const n = request.n ?? 1;
  const common = {
    prompt: prompt.tokens,
    maxTokens: prompt.maxTokens,
    n,
    ignoreEnd: request.ignore_eos ?? false,
    priority: priorityOf(request, caller),
    cacheSalt: saltOf(request, caller),
    ...(form.topLogprobs > 0 && { topLogprobs: form.topLogprobs }),
    ...(form.promptLogprobs !== undefined && { promptLogprobs: form.promptLogprobs }),
  };
  const tokens = namedTokens(request, model.base.vocabularyTokens);
  const drawn = drawing(request, model.generationDefaults);
  if (request.use_beam_search === true) {
    refuseForm(plan);
    const lengthPenalty = request.length_penalty ?? 1;
    return { ...common, temperature: drawn.temperature, beamSearch: { width: n, lengthPenalty } };
  }
  if (n > 1 && drawn.temperature === 0) {
    throw new InvalidParameter(
      "n",
      `n is ${n} with a temperature of 0, so all choices would be the same. Ask for one, or raise the temperature.`,
    );
  }
  const seed = int64Of(request, "seed");
  const isImplied = plan.constraintParam === undefined;
  const banned = await badWords(request.bad_words ?? [], model.text, caller.signal);
  return {
    ...common,
    ...drawn,
    ...(seed !== undefined && { seed }),
    repetitionPenalty:
      request.repetition_penalty ?? model.generationDefaults.repetitionPenalty ?? 1,
    frequencyPenalty: request.frequency_penalty ?? 0,
    presencePenalty: request.presence_penalty ?? 0,
    minTokens: request.min_tokens ?? 0,
    stopTokens: tokens.stop,
    stopStrings: stopsOf(request),
    ...(tokens.biases.size > 0 && { logitBias: tokens.biases }),
    ...(tokens.allowed && { allowedTokens: tokens.allowed }),
    ...(banned.length > 0 && { badWords: banned }),
    // Whoever lists the tokens has said what may come, halves of characters and marks of calls too.
    ...(plan.constraint && !(isImplied && tokens.allowed) && { constraint: plan.constraint }),
    ...(plan.wholeCharacters && !tokens.allowed && { wholeCharacters: true }),
    ...(plan.excluded.length > 0 && !tokens.allowed && { excludedTexts: plan.excluded }),
  };
}

/** A client that asks for JSON would take whatever a beam search finds for it. */
function refuseForm({ constraintParam }: OutputPlan): void {
  if (constraintParam === undefined) return;
  throw new InvalidParameter(
    constraintParam,
    `${constraintParam} does not go with use_beam_search, which cannot be held to a form. Leave one of them out.`,
  );
}

/** Keeps the prompts of entities apart in the cache: what one asked shows in no time of another. */
function saltOf({ cache_salt: salt }: ChatRequest, { entity }: ChatCaller): string {
  return createHash("sha256")
    .update(JSON.stringify([entity, salt ?? null]))
    .digest("base64url");
}
