import type { Reply } from "./reply.ts";

type Content<T> = T extends { content: infer C } ? C : never;
type Json<C> = C extends { "application/json": infer B } ? B : never;
type Multipart<C> = C extends { "multipart/form-data": unknown } ? MultipartBody : never;
type BodyOf<O> = O extends { requestBody?: infer R }
  ? Json<Content<NonNullable<R>>> | Multipart<Content<NonNullable<R>>>
  : never;
type ParametersOf<O, Where extends string> = O extends { parameters: infer P }
  ? Where extends keyof P
    ? P[Where]
    : never
  : never;

/** A multipart body, read part by part as it arrives; nothing is held whole. */
export interface MultipartBody {
  /** Text parts seen so far; complete once `files` has been drained. */
  readonly fields: Readonly<Record<string, string>>;
  /**
   * Binary parts in the order they come; what is left unread of one is passed over. The iteration
   * ends by throwing where the text parts are missing, wrong or name a project that is not allowed:
   * what is staged before its end must not be kept before its end.
   */
  readonly files: AsyncIterable<FilePart>;
}

/** One binary part of a multipart body. */
export interface FilePart {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly mediaType: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** What a handler is given: read, validated and authorised. */
export interface HandlerRequest<O, C> {
  readonly body: BodyOf<O>;
  readonly path: ParametersOf<O, "path">;
  readonly query: NonNullable<ParametersOf<O, "query">>;
  readonly header: NonNullable<ParametersOf<O, "header">>;
  /** Aborted when the client leaves or the time limit passes. */
  readonly signal: AbortSignal;
  readonly context: C;
}

/** One operation of a service: takes a request that is valid, answers with a documented reply. */
export type Handler<O, C> = (request: HandlerRequest<O, C>) => Reply<O> | Promise<Reply<O>>;
