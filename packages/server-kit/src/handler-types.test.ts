import { expect, expectTypeOf, test } from "vitest";
import type { BytesBody, Handler, HandlerRequest, MultipartBody } from "./handler.ts";
import { bytes, jsonl, reply, sse } from "./reply.ts";

/** As openapi-typescript writes it. */
interface Operations {
  chat: {
    parameters: { query?: never; header?: never; path?: never; cookie?: { session?: string } };
    requestBody: { content: { "application/json": { stream?: boolean } } };
    responses: {
      200: {
        headers: object;
        content: { "application/json": Whole; "text/event-stream": Chunk };
      };
      404: { headers: object; content: { "application/json": Missing } };
      "4XX": { headers: object; content: { "application/problem+json": Refused } };
      default: { headers: object; content: { "application/json": Other } };
    };
  };
  several: Taking<{
    "application/json": Whole;
    "application/x-www-form-urlencoded": Chunk;
    "application/merge-patch+json": Missing;
  }>;
  form: Taking<{
    "multipart/form-data": { name: string; metadata?: Whole; file: Blob; more?: Blob[] };
  }>;
  openForm: Taking<{ "multipart/form-data": { name: string; [part: string]: unknown } }>;
  bytes: Taking<{ "image/*": Blob; "text/plain": string }>;
  lines: Taking<{ "application/jsonl": Chunk }>;
  optional: {
    parameters: Nothing;
    requestBody?: { content: { "application/json": Whole } };
    responses: { 204: { headers: object; content?: never } };
  };
  none: {
    parameters: Nothing;
    requestBody?: never;
    responses: { 200: { headers: object; content: { "image/png": Blob; "text/html": string } } };
  };
}

interface Nothing {
  query?: never;
  header?: never;
  path?: never;
  cookie?: never;
}
interface Taking<Content> {
  parameters: Nothing;
  requestBody: { content: Content };
  responses: { 204: { headers: object; content?: never } };
}
interface Whole {
  whole: string;
}
interface Chunk {
  chunk: string;
}
interface Missing {
  missing: string;
}
interface Refused {
  refused: string;
}
interface Other {
  other: string;
}

type Body<Name extends keyof Operations> = HandlerRequest<Operations[Name], unknown>["body"];
type Chat = Handler<Operations["chat"], unknown>;

const good: readonly unknown[] = [
  (({ body }) => (body.stream ? sse([{ chunk: "x" }]) : reply(200, { whole: "x" }))) satisfies Chat,
  (() => jsonl([{ chunk: "x" }])) satisfies Chat,
  (() => reply(404, { missing: "x" })) satisfies Chat,
  (() => reply(409, { refused: "x" })) satisfies Chat,
  (() => reply(503, { other: "x" })) satisfies Chat,
  (() => reply(201, { other: "x" })) satisfies Chat,
  (() => bytes("<p>", { mediaType: "text/html" })) satisfies Handler<Operations["none"], unknown>,
];

const bad: readonly unknown[] = [
  // @ts-expect-error the events are something else
  (() => sse([{ whole: "x" }])) satisfies Chat,
  // @ts-expect-error 404 has an entry of its own
  (() => reply(404, { refused: "x" })) satisfies Chat,
  // @ts-expect-error 409 has one of its class
  (() => reply(409, { other: "x" })) satisfies Chat,
  // @ts-expect-error a status that there is not
  (() => reply(299, { other: "x" })) satisfies Chat,
  // @ts-expect-error the default is for what no other entry covers
  (() => reply(200, { other: "x" })) satisfies Chat,
];

test("the compiler reads statuses, media types and bodies as the kit does", () => {
  // What counts is that this file compiles.
  expect([good.length, bad.length]).toEqual([7, 5]);
});

test("bodies are what the kit makes of their media types", () => {
  expectTypeOf<Body<"several">>().toEqualTypeOf<Whole | Chunk | Missing>();
  expectTypeOf<Body<"form">>().toEqualTypeOf<
    MultipartBody<{ readonly name: string; readonly metadata?: Whole }>
  >();
  expectTypeOf<Body<"openForm">>().toEqualTypeOf<MultipartBody<{ readonly name: string }>>();
  expectTypeOf<Body<"bytes">>().toEqualTypeOf<BytesBody | string>();
  expectTypeOf<Body<"lines">>().toEqualTypeOf<readonly Chunk[]>();
  expectTypeOf<Body<"optional">>().toEqualTypeOf<Whole | undefined>();
  expectTypeOf<Body<"none">>().toEqualTypeOf<undefined>();
  expectTypeOf<HandlerRequest<Operations["chat"], unknown>["cookie"]>().toEqualTypeOf<{
    session?: string;
  }>();
});
