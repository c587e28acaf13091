import type { Reply } from "./reply.ts";

export type { HandlerContext } from "./handler-context.ts";

type BodyOfType<MediaType, Body> = MediaType extends
  | "application/json"
  | "application/x-www-form-urlencoded"
  | `${string}+json`
  ? Body
  : MediaType extends "multipart/form-data"
    ? MultipartBody<TextParts<Body>>
    : MediaType extends "application/jsonl" | "application/x-ndjson" | "application/x-jsonlines"
      ? readonly Body[]
      : MediaType extends `text/${string}`
        ? string
        : BytesBody;

/** Parts that are not files; what a form may hold besides is a file too, and not listed. */
type TextParts<Body> = {
  readonly [
    Name in keyof Body as string extends Name
      ? never
      : NonNullable<Body[Name]> extends Blob | readonly Blob[]
        ? never
        : Name
  ]: Body[Name];
};

type BodyOf<O> = O extends { requestBody?: infer R }
  ? NonNullable<R> extends { content: infer C }
    ? | { [M in keyof C]: BodyOfType<M, C[M]> }[keyof C]
      | (O extends { requestBody: unknown } ? never : undefined)
    : undefined
  : undefined;
type ParametersOf<O, Where extends string> = O extends { parameters: infer P }
  ? Where extends keyof P
    ? P[Where]
    : never
  : never;

/** A multipart body, read part by part as it arrives; nothing is held whole. */
export interface MultipartBody<Fields = Readonly<Record<string, string>>> {
  /** Parts that are no files, seen so far; complete and valid once `files` has been drained. */
  readonly fields: Fields;
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
  /** As the sender wrote it, folders (and whatever else) included: never a path of this machine. */
  readonly fileName: string | undefined;
  readonly mediaType: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** A body of bytes, as it arrives; nothing is held whole unless it is asked for. */
export interface BytesBody {
  /** As the sender says, without parameters and in lower case. */
  readonly mediaType: string | undefined;
  /** Decompressed. May be read once; throws 413 where it is larger than a file may be. */
  readonly content: AsyncIterable<Uint8Array>;
  /** Everything at once. Throws 413 where it is larger than a body in memory may be. */
  bytes(): Promise<Uint8Array>;
}

/** What a handler is given: read, validated and authorised. */
export interface HandlerRequest<O, C> {
  readonly body: BodyOf<O>;
  readonly path: ParametersOf<O, "path">;
  readonly query: NonNullable<ParametersOf<O, "query">>;
  readonly header: NonNullable<ParametersOf<O, "header">>;
  readonly cookie: NonNullable<ParametersOf<O, "cookie">>;
  /** Aborted when the client leaves or the time limit passes. */
  readonly signal: AbortSignal;
  readonly context: C;
}

/** One operation of a service: takes a request that is valid, answers with a documented reply. */
export type Handler<O, C> = (request: HandlerRequest<O, C>) => Reply<O> | Promise<Reply<O>>;
