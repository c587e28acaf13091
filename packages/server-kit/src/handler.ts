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

/** The text parts of a form. Its other parts are files, and are not listed here. */
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

/** A multipart body, read part by part as it arrives. It is never held whole in memory. */
export interface MultipartBody<Fields = Readonly<Record<string, string>>> {
  /** Text parts read so far; complete and valid after `files` has been read to its end. */
  readonly fields: Fields;
  /**
   * Binary parts in the order of arrival; unread bytes of a part are skipped. The iteration throws
   * at its end if a text part is missing or wrong, or names a project that is not allowed. So
   * commit nothing that you staged before the iteration has ended.
   */
  readonly files: AsyncIterable<FilePart>;
}

/** One binary part of a multipart body. */
export interface FilePart {
  readonly name: string;
  /** As the sender wrote it, folders included. Never use it as a path on this machine. */
  readonly fileName: string | undefined;
  readonly mediaType: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** A body of bytes, as it arrives. Only `bytes()` holds it whole in memory. */
export interface BytesBody {
  /** As the sender declares it, without parameters and in lower case. */
  readonly mediaType: string | undefined;
  /** Decompressed bytes; can be read once. Throws 413 above `Limits.fileBytes`. */
  readonly content: AsyncIterable<Uint8Array>;
  /** The whole body. Throws 413 above `Limits.bodyBytes`. */
  bytes(): Promise<Uint8Array>;
}

/** The request that a handler gets: read, validated and authorised. */
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
