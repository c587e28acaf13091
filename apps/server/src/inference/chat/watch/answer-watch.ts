import type { Inference } from "@heddle/types";
import type { ServedModel } from "../../models/served-model.ts";
import type { ChatCaller, ChatRequest } from "../requests/chat-request.ts";

/** How an answer ended. */
export type AnswerEnd =
  | { readonly kind: "whole"; readonly completion: Inference.ChatCompletion }
  /** All events of the stream were taken. */
  | { readonly kind: "streamed" }
  /** The client left, the time was up, or the server is stopping. */
  | { readonly kind: "cut" }
  | { readonly kind: "failed"; readonly error: unknown };

/** Follows one answer, from the moment it has a place. Its methods never throw. */
export interface AnswerWatch {
  /** The model was found. */
  found?(model: ServedModel): void;
  /** The engine has read the prompt, and did not compute `cachedTokens` of it anew. */
  prompt?(tokens: number, cachedTokens: number): void;
  /** The engine has sampled so many more tokens. */
  sampled?(tokens: number): void;
  /** The next event of a stream goes out. */
  chunk?(chunk: Inference.ChatCompletionChunk): void;
  /** The answer is over: called once, and last. */
  ended?(end: AnswerEnd): void;
}

/** Decides who follows an answer; undefined: this observer does not. */
export type ChatObserver = (request: ChatRequest, caller: ChatCaller) => AnswerWatch | undefined;
