import type { Inference } from "@heddle/types";
import type { ChatServer } from "./chat-server.ts";

/** An answer as it came. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The members of an error, as clients of the OpenAI kind read them. */
export interface WireError {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | number | null;
}

/** Where a request goes, and with what. */
export interface Asking {
  /** Default: `/inference/v1`. */
  readonly prefix?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Members of a request; whatever may be wrong is no type of ours. */
export type Members = Readonly<Record<string, unknown>>;

const question = [{ role: "user", content: "hello" }];

/** Sends a chat request to the built-in model: a greeting, unless the members say otherwise. */
export async function ask(
  server: Pick<ChatServer, "url" | "keys">,
  members: Members = {},
  { prefix = "/inference/v1", path = "/chat/completions", headers = {} }: Asking = {},
): Promise<Answer> {
  const body = JSON.stringify({ model: "heddle/loom", messages: question, ...members });
  return send(server, `${prefix}${path}`, body, headers);
}

/** Sends a text as the body of a request. */
export async function send(
  server: Pick<ChatServer, "url" | "keys">,
  path: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const response = await fetch(server.url + path, {
    method: "POST",
    redirect: "manual",
    headers: {
      authorization: `Bearer ${server.keys.acme}`,
      "content-type": "application/json",
      ...headers,
    },
    body,
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The completion of an answer; fails with its text where it is none. */
export function completionOf({ status, text }: Answer): Inference.ChatCompletion {
  if (status !== 200) throw new Error(`${status}: ${text}`);
  return JSON.parse(text) as Inference.ChatCompletion;
}

/** The only choice of an answer. */
export function choiceOf(answer: Answer): Inference.ChatChoice {
  return completionOf(answer).choices[0]!;
}

/** The error of an answer. */
export function errorOf({ text }: Answer): WireError {
  return (JSON.parse(text) as { error: WireError }).error;
}

/** The events of a stream, and whether it was closed as it should be. */
export interface Streamed {
  readonly chunks: readonly Inference.ChatCompletionChunk[];
  readonly errors: readonly WireError[];
  readonly isDone: boolean;
  /** Lines that are neither events nor blank. */
  readonly others: readonly string[];
}

/** Reads a stream as the wire has it: one JSON text a `data:` line. */
export function streamOf({ status, text }: Answer): Streamed {
  if (status !== 200) throw new Error(`${status}: ${text}`);
  const lines = text.split("\n").filter((line) => line !== "");
  const data = lines.filter((line) => line.startsWith("data: ")).map((line) => line.slice(6));
  const isDone = data.at(-1) === "[DONE]";
  const events = data
    .filter((event) => event !== "[DONE]")
    .map((event) => JSON.parse(event) as Inference.ChatCompletionChunk & { error?: WireError });
  return {
    chunks: events.filter(({ error }) => error === undefined),
    errors: events.flatMap(({ error }) => error ?? []),
    isDone,
    others: lines.filter((line) => !line.startsWith("data: ")),
  };
}

/** The joined text of one choice of a stream. */
export function textOf({ chunks }: Streamed, index = 0): string {
  return chunks
    .flatMap(({ choices }) => choices)
    .filter((choice) => choice.index === index)
    .map(({ delta }) => delta.content ?? "")
    .join("");
}
