import { json, serialise } from "@heddle/server-kit";
import type { Inference, Trace } from "@heddle/types";
import type { ChatCaller, ChatRequest } from "../chat/requests/chat-request.ts";
import type { AnswerEnd } from "../chat/watch/answer-watch.ts";
import { exactly } from "./exactly.ts";
import { JoinedAnswer } from "./joined-answer.ts";
import { tracedAnswer } from "./traced-answer.ts";

/** The op of all calls that chat makes. */
const opName = "heddle.chat";
/** A character takes two bytes, and a text of a few of them an object of its own. */
const bytesOfCharacter = 2;
const bytesOfChunk = 64;
/** What a call takes beside its texts, generously. */
const bytesOfCall = 2048;

/** What a call needs to know of its request. */
export interface TracedRequestParts {
  readonly request: ChatRequest;
  readonly caller: Pick<ChatCaller, "project" | "requestId">;
  readonly project: string;
  readonly ids: Pick<Trace.CompletedCall, "id" | "trace_id">;
  /** What a client is told of an error. */
  readonly reasonOf: (error: unknown) => string;
}

/** Gathers what the call of one request shows. */
export class TracedRequest {
  readonly #parts: TracedRequestParts;
  readonly #startedMs = performance.now();
  readonly #startedAt = new Date().toISOString();
  readonly #joined = new JoinedAnswer();
  #usage: Inference.Usage | undefined;
  #firstTokenMs: number | undefined;

  constructor(parts: TracedRequestParts) {
    this.#parts = parts;
  }

  prompt(tokens: number, cachedTokens: number): void {
    this.#usage = {
      prompt_tokens: tokens,
      completion_tokens: 0,
      total_tokens: tokens,
      prompt_tokens_details: { cached_tokens: cachedTokens },
    };
  }

  sampled(tokens: number): void {
    this.#firstTokenMs ??= performance.now() - this.#startedMs;
    if (this.#usage === undefined) return;
    this.#usage.completion_tokens += tokens;
    this.#usage.total_tokens += tokens;
  }

  /** Joins an event of a stream; returns the bytes that it takes in memory. */
  join(chunk: Inference.ChatCompletionChunk): number {
    return this.#joined.add(chunk) * bytesOfCharacter + bytesOfChunk;
  }

  /** The call, and the bytes that it takes in memory while it waits. */
  ended(end: AnswerEnd): { readonly call: Trace.CompletedCall; readonly bytes: number } {
    const { request, caller, project, ids, reasonOf } = this.#parts;
    const inputs = serialise(exactly(request));
    const answer = end.kind === "whole" ? tracedAnswer(end.completion) : this.#joined.traced();
    const output = answer && serialise({ ...answer, usage: this.#usage });
    const call: Trace.CompletedCall = {
      ...ids,
      project_id: project,
      op_name: opName,
      started_at: this.#startedAt,
      ended_at: this.#endedAt(),
      attributes: { request_id: caller.requestId, usage_project: caller.project },
      inputs: json(inputs),
      output: output === undefined ? null : json(output),
      exception: end.kind === "failed" ? reasonOf(end.error) : null,
      summary: this.#summary(end),
    };
    const characters = inputs.length + (output?.length ?? 0);
    return { call, bytes: characters * bytesOfCharacter + bytesOfCall };
  }

  /** By a clock that is never set back, so that no call ends before it starts. */
  #endedAt(): string {
    const tookMs = Math.round(performance.now() - this.#startedMs);
    return new Date(Date.parse(this.#startedAt) + tookMs).toISOString();
  }

  #summary({ kind }: AnswerEnd): Trace.CompletedCall["summary"] {
    const usage = this.#usage;
    return {
      ...(usage && {
        usage: {
          [this.#parts.request.model]: {
            requests: 1,
            prompt_tokens: usage.prompt_tokens,
            completion_tokens: usage.completion_tokens,
            total_tokens: usage.total_tokens,
            cache_read_input_tokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
          },
        },
      }),
      ...(this.#firstTokenMs !== undefined && {
        first_token_ms: Math.round(this.#firstTokenMs * 1000) / 1000,
      }),
      ...(kind === "cut" && { was_cut: true }),
    };
  }
}
