import type {
  BytesReply,
  Handler,
  JsonReply,
  OperationSpec,
  StreamReply,
} from "@heddle/server-kit";
import type { StubContext } from "../stub-context.ts";
import { choose, type Choice, isAnswerable, isStream, isSuccess } from "./choose.ts";
import { type DocumentedAnswer, documentedAnswers } from "./documented-answers.ts";
import { pause } from "./pause.ts";
import { type Preferences, writePreferences } from "./preferences.ts";

/** Makes the handler of an operation that answers from the examples of the document. */
export type FromExamples<Operations> = <Id extends keyof Operations & string>(
  id: Id,
) => Handler<Operations[Id], StubContext>;

type ExampleReply = JsonReply<number, unknown> | StreamReply<number, unknown> | BytesReply<number>;

/** The part of a handler's request that examples use. */
export interface ExampleRequest {
  readonly body: unknown;
  readonly context: StubContext;
  readonly signal: AbortSignal;
}

/** The content of a file, if the document has no example of it. */
const anyBytes = "The bytes of a file.\n";

/**
 * `fromExamples` for the operations of one service. It throws when a handler is made, if the
 * document has no example of the operation's success.
 */
export function fromExamplesOf<Operations>(
  operations: readonly OperationSpec[],
  document: unknown,
): FromExamples<Operations> {
  return (id) => {
    const operation = operations.find((known) => known.id === id);
    if (!operation) throw new Error(`The document has no operation ${id}`);
    const answers = documentedAnswers(document, operation);
    if (!answers.some((answer) => isSuccess(answer) && isAnswerable(answer))) {
      throw new Error(`The document has no example of the answer of ${id}: add one to its 200`);
    }
    const handler = (request: ExampleRequest): Promise<ExampleReply> =>
      answer(id, answers, request);
    return handler as unknown as Handler<Operations[typeof id], StubContext>;
  };
}

/** Any handler, without its types. */
export type AnyHandler = (request: ExampleRequest) => unknown;

/**
 * Puts the preferences of a request before an operation's handler, generated or hand-written: a
 * request that asks for an example or a status gets it from the document.
 */
export function preferring(
  operation: OperationSpec,
  document: unknown,
  handler: AnyHandler,
): AnyHandler {
  const answers = documentedAnswers(document, operation);
  return async (request) => {
    const { preferences } = request.context;
    const isAsked = preferences.code !== undefined || preferences.example !== undefined;
    if (isAsked) return answer(operation.id, answers, request);
    await pause(preferences.delayMs, request.signal);
    return handler(request);
  };
}

async function answer(
  id: string,
  answers: readonly DocumentedAnswer[],
  { body, context, signal }: ExampleRequest,
): Promise<ExampleReply> {
  await passOverFiles(body);
  const { preferences } = context;
  const choice = choose(id, ofEncoding(ofMode(answers, body), body), preferences);
  return replyOf(choice, preferences, signal);
}

/** If an operation can answer whole or as a stream, the body's member `stream` decides. */
function ofMode(answers: readonly DocumentedAnswer[], body: unknown): readonly DocumentedAnswer[] {
  const hasBoth = (status: number): boolean =>
    new Set(answers.filter((answer) => answer.status === status).map(isStream)).size === 2;
  const isStreamed = (body as { stream?: unknown } | undefined)?.stream === true;
  return answers.filter((answer) => !hasBoth(answer.status) || isStream(answer) === isStreamed);
}

/** If an operation can answer in JSON or in bytes, such as protobuf, it answers as it was asked. */
function ofEncoding(
  answers: readonly DocumentedAnswer[],
  body: unknown,
): readonly DocumentedAnswer[] {
  const isInBytes = typeof (body as { bytes?: unknown } | undefined)?.bytes === "function";
  const hasBoth = (status: number): boolean =>
    ["json", "bytes"].every((framing) =>
      answers.some((answer) => answer.status === status && answer.framing === framing),
    );
  return answers.filter(
    ({ status, framing }) => !hasBoth(status) || (framing === "bytes") === isInBytes,
  );
}

function replyOf(choice: Choice, preferences: Preferences, signal: AbortSignal): ExampleReply {
  const { answer, values } = choice;
  const { status, framing, mediaType } = answer;
  const applied = writePreferences(preferences);
  const headers = {
    ...answer.headers,
    ...(applied !== undefined && { "Preference-Applied": applied }),
  };
  const [value] = values;
  if (framing === undefined) return { kind: "json", status, body: undefined, headers };
  if (framing === "json") return { kind: "json", status, body: value, headers };
  if (framing === "jsonl" || framing === "sse") {
    const items = inTurn(values, preferences.delayMs, signal);
    return { kind: "stream", framing, status, items, headers };
  }
  const content = new TextEncoder().encode(textOf(value ?? anyBytes));
  return { kind: "bytes", status, content, size: content.byteLength, mediaType, headers };
}

async function* inTurn(
  items: readonly unknown[],
  delayMs: number | undefined,
  signal: AbortSignal,
): AsyncGenerator {
  for (const item of items) {
    await pause(delayMs, signal);
    yield item;
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Skips uploaded files: the whole request has been validated only at their end. */
async function passOverFiles(body: unknown): Promise<void> {
  const { files } = (body ?? {}) as { files?: AsyncIterable<unknown> };
  if (typeof files !== "object" || !(Symbol.asyncIterator in files)) return;
  const parts = files[Symbol.asyncIterator]();
  let part = await parts.next();
  while (!part.done) part = await parts.next();
}
