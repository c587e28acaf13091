import type { SampleEvent, SampleStop } from "@heddle/engine";
import type { Inference } from "@heddle/types";
import { answerLogprobs } from "../logprobs/answer-logprobs.ts";
import type { TokenTexts } from "../logprobs/token-texts.ts";
import type { ToolMode } from "../tools/tool-mode.ts";
import type { AnswerText } from "../text/answer-text.ts";
import type { AnswerForm } from "./answer-form.ts";
import type { AnswerPart, AnswerReader } from "./answer-reader.ts";

/** What a choice reads its tokens with. */
export interface ChoiceParts {
  readonly index: number;
  readonly text: AnswerText;
  readonly reader: AnswerReader;
  readonly texts: TokenTexts;
  readonly form: AnswerForm;
  readonly toolMode: ToolMode["kind"];
}

/** What some tokens bring: parts of the answer, and what is known of exactly these tokens. */
export interface ChoicePiece {
  readonly parts: readonly AnswerPart[];
  readonly tokens: readonly number[];
  /** Empty where they were not asked for. */
  readonly logprobs: readonly Inference.TokenLogprob[];
}

/** Why a choice ended, as the wire says it. */
export interface ChoiceEnd {
  readonly finish_reason: "stop" | "length" | "tool_calls";
  readonly stop_reason: number | string | null;
}

/** One of the answers to a request, while it comes. A whole answer and a stream read it alike. */
export class Choice {
  readonly #parts: ChoiceParts;
  #tokens = 0;
  #reasoningTokens = 0;
  #hasCalls = false;

  constructor(parts: ChoiceParts) {
    this.#parts = parts;
  }

  get index(): number {
    return this.#parts.index;
  }

  /** How many tokens came so far. */
  get tokens(): number {
    return this.#tokens;
  }

  /** How many of them were reasoning, its marks included; undefined where nobody looks for it. */
  get reasoningTokens(): number | undefined {
    const { reasoning } = this.#parts.reader;
    if (reasoning === undefined) return undefined;
    return reasoning === "open" || reasoning === "over" ? this.#reasoningTokens : 0;
  }

  /** Reads more tokens. */
  push(event: Extract<SampleEvent, { kind: "tokens" }>): ChoicePiece {
    const { form, texts } = this.#parts;
    const { tokens } = event;
    this.#tokens += tokens.length;
    return {
      parts: this.#noted(this.#read(tokens)),
      tokens,
      logprobs: form.logprobs ? answerLogprobs(event, texts, form.topLogprobs) : [],
    };
  }

  /** What was held back until now. */
  end(): readonly AnswerPart[] {
    const { text, reader } = this.#parts;
    const rest = text.end();
    return this.#noted([...(rest === "" ? [] : reader.push(rest)), ...reader.end()]);
  }

  /**
   * Why it ended; ask after `end`. A call that the request itself named is a stop. The limit of
   * tokens comes first, since it may have cut a call. Reference: inference-api §6.2, §6.6.
   */
  endOf(stop: SampleStop): ChoiceEnd {
    const isCall = this.#hasCalls && this.#parts.toolMode !== "named";
    const reason = stop.reason === "length" ? "length" : isCall ? "tool_calls" : "stop";
    return { finish_reason: reason, stop_reason: stopReason(stop) };
  }

  /** Reads token by token while each may be the last of the reasoning, and the rest at once. */
  #read(tokens: readonly number[]): readonly AnswerPart[] {
    const { reader } = this.#parts;
    const parts: AnswerPart[] = [];
    let at = 0;
    while (at < tokens.length && (reader.reasoning === "possible" || reader.reasoning === "open")) {
      parts.push(...this.#readAtOnce([tokens[at]!]));
      this.#reasoningTokens += 1;
      at += 1;
    }
    return at === 0 ? this.#readAtOnce(tokens) : [...parts, ...this.#readAtOnce(tokens.slice(at))];
  }

  #readAtOnce(tokens: readonly number[]): readonly AnswerPart[] {
    const more = this.#parts.text.push(tokens);
    return more === "" ? [] : this.#parts.reader.push(more);
  }

  #noted(parts: readonly AnswerPart[]): readonly AnswerPart[] {
    this.#hasCalls ||= parts.some(({ kind }) => kind === "call");
    return parts;
  }
}

function stopReason(stop: SampleStop): number | string | null {
  if (stop.reason === "stop_token") return stop.token;
  return stop.reason === "stop_string" ? stop.text : null;
}
