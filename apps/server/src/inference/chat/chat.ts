import type { Vocabulary } from "@heddle/engine";
import type { Inference } from "@heddle/types";
import type { ModelResolver, ServedModel } from "../models/served-model.ts";
import { answerForm } from "./answer/answer-form.ts";
import { Choice } from "./answer/choice.ts";
import type { PreparedAnswer } from "./answer/prepared-answer.ts";
import { completion } from "./completion/completion.ts";
import { TokenTexts } from "./logprobs/token-texts.ts";
import { OpenAnswers } from "./places/open-answers.ts";
import { readOutputWish } from "./output-wish.ts";
import { type OutputPlan, planOutput } from "./plan-output.ts";
import { answerRole, echoed } from "./prompt/echoed.ts";
import { promptOf } from "./prompt/prompt.ts";
import { ReasoningModels } from "./reasoning/reasoning-models.ts";
import type { ChatCaller, ChatRequest } from "./requests/chat-request.ts";
import { checkCombinations } from "./requests/check-combinations.ts";
import { checkLists, stopsOf } from "./requests/check-lists.ts";
import { checkRanges } from "./requests/check-ranges.ts";
import { sampled, type Sampler } from "./sampling/sampled.ts";
import { sampleRequest } from "./sampling/sample-request.ts";
import { chunks } from "./stream/chunks.ts";
import { streamUsage } from "./stream/stream-usage.ts";
import { specialTokensOf } from "./text/special-tokens.ts";
import { AnswerText } from "./text/answer-text.ts";
import type { ChatObserver } from "./watch/answer-watch.ts";
import { AnswerWatches } from "./watch/answer-watches.ts";

/** Of two pieces of a stream, the second comes so much later for each other answer that is open. */
const intervalOfAnswerMs = 1.25;
/** A reader sees no halting below this. */
const longestIntervalMs = 80;

/** The parts that chat stands on. */
export interface ChatParts {
  readonly engine: Sampler;
  readonly models: ModelResolver;
  readonly openAnswers?: OpenAnswers;
  /** Those that follow answers, such as the count of what is used. */
  readonly observers?: readonly ChatObserver[];
  readonly nowMs?: () => number;
}

/** An answer in one piece, or in events. */
export type ChatReply =
  | { readonly kind: "whole"; readonly completion: Inference.ChatCompletion }
  | { readonly kind: "stream"; readonly chunks: AsyncIterable<Inference.ChatCompletionChunk> };

/** Answers conversations on the engine: one for all services and paths that have chat. */
export class Chat {
  readonly #engine: Sampler;
  readonly #models: ModelResolver;
  readonly #openAnswers: OpenAnswers;
  readonly #observers: readonly ChatObserver[];
  readonly #reasoningModels = new ReasoningModels();
  readonly #nowMs: () => number;

  constructor({ engine, models, openAnswers, observers, nowMs }: ChatParts) {
    this.#engine = engine;
    this.#models = models;
    this.#openAnswers = openAnswers ?? new OpenAnswers();
    this.#observers = observers ?? [];
    this.#nowMs = nowMs ?? Date.now;
  }

  /**
   * Answers a request. A stream samples as its reader takes events; it must be read, or returned.
   *
   * @throws ChatFull; InvalidParameter and ContextExceeded for a request that cannot be answered as
   * it stands; UnknownModel; EngineError; BudgetFull
   */
  async complete(request: ChatRequest, caller: ChatCaller): Promise<ChatReply> {
    const close = this.#openAnswers.open(caller.project);
    const observed = this.#observers.flatMap((observe) => observe(request, caller) ?? []);
    const watches = new AnswerWatches(observed, caller.signal);
    try {
      const answer = await this.#prepare(request, caller, watches);
      if (request.stream !== true) {
        const whole = await completion(answer);
        close();
        watches.ended({ kind: "whole", completion: whole });
        return { kind: "whole", completion: whole };
      }
      const stream = chunks(answer, streamUsage(request, caller));
      return { kind: "stream", chunks: watches.following(stream, close) };
    } catch (error) {
      close();
      watches.failed(error);
      throw error;
    }
  }

  /** The more answers are open, the longer each gathers its tokens: it is they who share the time. */
  #intervalMs(isStream: boolean): number {
    // Nobody reads an answer in one piece before its end.
    if (!isStream) return longestIntervalMs;
    return Math.min(longestIntervalMs, (this.#openAnswers.size - 1) * intervalOfAnswerMs);
  }

  async #prepare(
    request: ChatRequest,
    caller: ChatCaller,
    watches: AnswerWatches,
  ): Promise<PreparedAnswer> {
    checkRanges(request);
    checkLists(request);
    checkCombinations(request);
    const wish = readOutputWish(request);
    const { signal } = caller;
    const model = await this.#models.resolve(request.model, caller.entity, signal);
    watches.found(model);
    const prompt = await promptOf(request, model, signal);
    const reasons = await this.#reasoningModels.reasons(model.text);
    const vocabulary = await model.text.vocabulary();
    const plan = planOutput(wish, { model, prompt: prompt.text, reasons });
    const form = answerForm(request, model, plan);
    const sample = await sampleRequest({ request, caller, model, prompt, plan, form });
    const texts = new TokenTexts(vocabulary, form.tokensAsIds);
    return {
      id: `chatcmpl-${idOf(request, caller)}`,
      createdS: Math.floor(this.#nowMs() / 1000),
      model: request.model,
      role: answerRole(request),
      echoed: echoed(request),
      prompt: prompt.tokens,
      form,
      texts,
      mustCall: plan.toolMode === "required" || plan.toolMode === "named",
      choices: Array.from({ length: request.n ?? 1 }, (_, index) => {
        const text = answerText(request, model, { vocabulary, marks: plan.marks });
        const { toolMode, readers } = plan;
        return new Choice({ index, text, reader: readers(), texts, form, toolMode });
      }),
      events: sampled(this.#engine, model.target, sample, {
        ...(plan.constraintParam !== undefined && { constraintParam: plan.constraintParam }),
        intervalMs: () => this.#intervalMs(request.stream === true),
        onEvent: (event) => watches.event(event, prompt.tokens.length),
        signal,
      }),
    };
  }
}

function answerText(
  request: ChatRequest,
  { base }: ServedModel,
  { vocabulary, marks }: Pick<OutputPlan, "marks"> & { readonly vocabulary: Vocabulary },
): AnswerText {
  // A beam search knows no stop strings.
  const isBeamSearch = request.use_beam_search === true;
  return new AnswerText({
    vocabulary,
    endTokens: new Set(request.ignore_eos === true ? [] : base.endTokens),
    skipsSpecialTokens: request.skip_special_tokens ?? true,
    readTokens: specialTokensOf(marks, vocabulary),
    stopStrings: isBeamSearch ? [] : stopsOf(request),
    keepsStop: request.include_stop_str_in_output ?? false,
    minTokens: request.min_tokens ?? 0,
  });
}

/** The id of the header counts before that of the body. */
function idOf(request: ChatRequest, { requestId, hasOwnRequestId }: ChatCaller): string {
  return hasOwnRequestId ? requestId : (request.request_id ?? requestId);
}
