/**
 * Tests of the client's types: programs that must compile, and mistakes that must not. Compiled,
 * never run: `tsc` is the test.
 */
import { expectTypeOf } from "vitest";
import { Heddle, NotFoundError } from "./index.ts";
import type {
  ApiCall,
  HeddleError,
  Inference,
  Page,
  PageCall,
  Stream,
  StreamCall,
  Trace,
  Training,
} from "./index.ts";
import { TraceClient } from "./trace.ts";

declare const id: string;
declare const modelId: string;
declare const project_id: string;
declare const body: Training.ModelCreateRequest;
declare const isStreamed: boolean;

const model = "OpenPipe/Qwen3-14B-Instruct";
const messages: Inference.ChatCompletionRequest["messages"] = [{ role: "user", content: "Hi" }];
const heddle = new Heddle({ apiKey: process.env["HEDDLE_API_KEY"] });

/** The programs that the design documents promise, word for word. */
export async function promised(): Promise<void> {
  const call = await heddle.trace.calls.read({ project_id: "acme/support", id });
  expectTypeOf(call.call).toEqualTypeOf<Trace.Call | null>();

  for await (const call of heddle.trace.calls.query({ project_id, limit: 10_000 })) {
    expectTypeOf(call).toEqualTypeOf<Trace.Call>();
  }
  for await (const point of heddle.training.checkpoints.list(modelId)) {
    expectTypeOf(point).toEqualTypeOf<Training.Checkpoint>();
  }

  const stream = await heddle.inference.chat.create({ model, messages, stream: true });
  expectTypeOf(stream).toEqualTypeOf<Stream<Inference.ChatCompletionChunk>>();
  for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta.content ?? "");

  const { data, error } = await heddle.training.models.create(body).result();
  expectTypeOf(data).toEqualTypeOf<Training.Model | undefined>();
  expectTypeOf(error).toEqualTypeOf<HeddleError | undefined>();
  if (error === undefined) expectTypeOf(data).toEqualTypeOf<Training.Model>();

  try {
    await heddle.training.models.delete(modelId);
  } catch (e) {
    if (e instanceof NotFoundError) {
      expectTypeOf(e.status).toEqualTypeOf<number>();
      expectTypeOf(e.code).toEqualTypeOf<string | number | undefined>();
      expectTypeOf(e.requestId).toEqualTypeOf<string | undefined>();
      expectTypeOf(e.body).toEqualTypeOf<unknown>();
    }
  }
}

/** The kind of call for each kind of answer. */
export async function kinds(): Promise<void> {
  const { chat } = heddle.inference;
  expectTypeOf(chat.create({ model, messages })).toEqualTypeOf<ApiCall<Inference.ChatCompletion>>();
  expectTypeOf(chat.create({ model, messages, stream: false })).toEqualTypeOf<
    ApiCall<Inference.ChatCompletion>
  >();
  expectTypeOf(chat.create({ model, messages, stream: true })).toEqualTypeOf<
    StreamCall<Inference.ChatCompletionChunk>
  >();
  expectTypeOf(chat.create({ model, messages, stream: isStreamed })).toEqualTypeOf<
    StreamCall<Inference.ChatCompletionChunk> | ApiCall<Inference.ChatCompletion>
  >();
  const list = heddle.training.checkpoints.list(modelId, { limit: 10, order: "desc" });
  expectTypeOf(list).toEqualTypeOf<PageCall<Training.Checkpoint>>();
  expectTypeOf(await list).toEqualTypeOf<Page<Training.Checkpoint>>();
  expectTypeOf((await list).nextPage()).resolves.toEqualTypeOf<
    Page<Training.Checkpoint> | undefined
  >();
  expectTypeOf(
    heddle.trace.files.content({ project_id, digest: id }),
  ).resolves.toEqualTypeOf<Blob>();
  const asPromise: Promise<Trace.CallStarted> = heddle.trace.calls.start({
    start: {
      project_id,
      op_name: "f",
      started_at: "2026-03-14T12:00:00Z",
      attributes: {},
      inputs: {},
    },
  });
  await asPromise;
}

/** Every value that holds bytes can be a file. */
export async function uploads(): Promise<void> {
  const { files } = heddle.trace;
  await files.create({ project_id, file: new Blob([]) });
  await files.create({ project_id, file: new File([], "name") });
  await files.create({ project_id, file: new Uint8Array() });
  await files.create({ project_id, file: new ReadableStream<Uint8Array>() });
  await files.create(new FormData());
  await heddle.training.artifacts.upload({ project: "p", name: "n", files: [new Uint8Array()] });
  await heddle.training.artifacts.putFile(id, "train.jsonl", new ReadableStream<Uint8Array>());
  // @ts-expect-error -- a path on disk is not a file
  await files.create({ project_id, file: "picture.png" });
  // @ts-expect-error -- an object is not bytes
  await heddle.training.artifacts.putFile(id, "train.jsonl", { a: 1 });
}

/** Mistakes that must not compile. */
export function mistakes(): void {
  // @ts-expect-error -- a member that is not there
  void heddle.trace.calls.read({ project_id, call_id: id });
  // @ts-expect-error -- a member that must be there
  void heddle.trace.calls.read({ id });
  // @ts-expect-error -- a value of the wrong type
  void heddle.trace.calls.query({ project_id, limit: "10" });
  // @ts-expect-error -- a path parameter forgotten
  void heddle.training.checkpoints.list();
  // @ts-expect-error -- a parameter that is not there
  void heddle.training.checkpoints.list(modelId, { page: 2 });
  // @ts-expect-error -- a word outside the enum
  void heddle.training.checkpoints.list(modelId, { order: "up" });
  // @ts-expect-error -- an option that is not there
  void heddle.trace.service.health({ timeout: 5 });
  // @ts-expect-error -- a conversation that is only a text
  void heddle.inference.chat.create({ model, messages: "Hi" });
  // @ts-expect-error -- second spellings have no method
  void heddle.training.chat.createSlash({ model, messages });
  // @ts-expect-error -- a plain call is not a stream
  void heddle.inference.chat.create({ model, messages })[Symbol.asyncIterator];
  // @ts-expect-error -- an option that is not there
  void new Heddle({ baseURL: "http://127.0.0.1" });
  // @ts-expect-error -- a project is for all services
  void new TraceClient({ project: "acme/support" });
}
