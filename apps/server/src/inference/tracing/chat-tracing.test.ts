import type { Trace } from "@heddle/types";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DiskFull, QueueFull } from "../../store/errors.ts";
import { ask, choiceOf, streamOf, textOf } from "../testing/asking.ts";
import { type ChatServer, chatServer, trainedName } from "../testing/chat-server.ts";
import { ChatTracing } from "./chat-tracing.ts";

/** What the store has taken, and the errors that it throws first. */
const taken: Trace.CompletedCall[] = [];
const failures: Error[] = [];
const said: unknown[] = [];
/** Held back until the test lets it go. */
let gate: Promise<void> | undefined;
const maxHeldBytes = 20_000;

const tracing = new ChatTracing({
  calls: {
    complete: async (_requester, _project, { batch }) => {
      await gate;
      const failure = failures.shift();
      if (failure) throw failure;
      taken.push(...batch);
    },
  },
  setting: undefined,
  reasonOf: String,
  log: { warn: (facts: object) => said.push(facts) },
  maxHeldBytes,
});

let server: ChatServer;

beforeAll(async () => {
  server = await chatServer({ observers: [tracing.observe] });
});
afterAll(() => server[Symbol.asyncDispose]());

const headers = { "x-heddle-trace": "acme/traced" };
const idle = () => expect.poll(() => tracing.counts.waiting).toBe(0);

test.each([false, true])(
  "an answer of a trained model is the same when it is traced; stream %s",
  async (stream) => {
    const members = { model: trainedName, seed: 7, max_tokens: 30, stream };
    const [untraced, traced] = [
      await ask(server, members),
      await ask(server, members, { headers }),
    ];
    await idle();
    const { output } = taken.at(-1)!;
    if (stream) {
      const choices = [untraced, traced].map((answer) =>
        streamOf(answer).chunks.flatMap((chunk) => chunk.choices),
      );
      expect(choices[1]!.flatMap(({ token_ids: ids }) => ids ?? [])).toEqual(
        choices[0]!.flatMap(({ token_ids: ids }) => ids ?? []),
      );
      expect(choices[1]!.flatMap(({ logprobs }) => logprobs?.content ?? [])).toEqual(
        choices[0]!.flatMap(({ logprobs }) => logprobs?.content ?? []),
      );
      const said = JSON.stringify(textOf(streamOf(traced)));
      expect(JSON.stringify(output)).toContain(said);
    } else {
      expect(choiceOf(traced)).toEqual(choiceOf(untraced));
    }
    expect(JSON.stringify(output)).not.toContain("logprob");
    expect(JSON.stringify(output)).not.toContain("token_ids");
  },
);

test("a store whose queue is full gets the call again, and the answer does not wait", async () => {
  const before = tracing.counts;
  failures.push(new QueueFull("calls", 0.01), new QueueFull("calls", 0.01));
  let open = (): void => undefined;
  gate = new Promise((resolve) => (open = resolve));
  expect((await ask(server, {}, { headers })).status).toBe(200);
  expect(tracing.counts).toMatchObject({ written: before.written, waiting: 1 });
  gate = undefined;
  open();
  await idle();
  expect(tracing.counts).toEqual({ ...before, written: before.written + 1 });
});

test("a call that the store refuses is lost, counted and logged", async () => {
  const before = tracing.counts;
  const error = new DiskFull();
  failures.push(error);
  expect((await ask(server, {}, { headers })).status).toBe(200);
  await idle();
  expect(tracing.counts).toEqual({ ...before, lost: before.lost + 1 });
  expect(said.at(-1)).toMatchObject({
    err: error,
    requestId: expect.stringMatching(/./) as string,
  });
});

test.each([false, true])(
  "calls beyond the room for those that wait are lost, counted and logged; stream %s",
  async (stream) => {
    const before = tracing.counts;
    let open = (): void => undefined;
    gate = new Promise((resolve) => (open = resolve));
    const content = "x".repeat(3_000);
    const members = { stream, messages: [{ role: "user", content }], max_tokens: 2 };
    for (let at = 0; at < 6; at += 1) {
      expect((await ask(server, members, { headers })).status).toBe(200);
    }
    expect(tracing.counts.waiting).toBeLessThan(4);
    expect(tracing.counts.lost).toBeGreaterThan(before.lost);
    gate = undefined;
    open();
    await idle();
    const { written, lost } = tracing.counts;
    expect(written + lost).toBe(before.written + before.lost + 6);
    // The room is free again.
    expect((await ask(server, members, { headers })).status).toBe(200);
    await idle();
    expect(tracing.counts).toEqual({ written: written + 1, lost, waiting: 0 });
  },
);

test("a long stream takes no more memory than there is room", async () => {
  const before = tracing.counts;
  const members = { stream: true, ignore_eos: true, n: 8, temperature: 1, max_tokens: 2_000 };
  streamOf(await ask(server, members, { headers }));
  await idle();
  expect(tracing.counts).toEqual({ ...before, lost: before.lost + 1 });
  expect((await ask(server, {}, { headers })).status).toBe(200);
  await idle();
  expect(tracing.counts.written).toBe(before.written + 1);
});

test("a stop tries once more what the store could not take, and does not wait", async () => {
  const before = tracing.counts;
  failures.push(new QueueFull("calls", 3_600));
  await ask(server, {}, { headers });
  await expect.poll(() => failures).toEqual([]);
  await tracing.close();
  expect(tracing.counts).toEqual({ ...before, written: before.written + 1 });
});
