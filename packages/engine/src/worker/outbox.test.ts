import { MessageChannel, receiveMessageOnPort } from "node:worker_threads";
import { afterEach, expect, it } from "vitest";

import type { SampleEvent } from "../sampling.ts";
import { Outbox } from "./outbox.ts";
import { unpackEvents } from "./packed-events.ts";
import type { FromWorker } from "./protocol.ts";

const { port1, port2 } = new MessageChannel();
afterEach(() => received());

function received(): unknown[] {
  const messages: unknown[] = [];
  for (;;) {
    const one = receiveMessageOnPort(port2);
    if (one === undefined) return messages;
    const message = one.message as FromWorker;
    messages.push(message.kind === "events" ? [...unpackEvents(message.packed)] : message);
  }
}

const token = (index: number, value: number): SampleEvent => ({
  kind: "tokens",
  index,
  tokens: [value],
  logprobs: [-value],
});
const end: SampleEvent = { kind: "end", index: 0, stop: { reason: "end" } };

it("joins the tokens of a completion that were gathered, and keeps their order", () => {
  const outbox = new Outbox(port1, () => 0);
  for (const event of [token(0, 1), token(1, 2), token(0, 3), end]) outbox.event(7, event);
  outbox.event(8, token(0, 9));
  outbox.flush();
  const first = { kind: "tokens", index: 0, tokens: [1, 3], logprobs: [-1, -3] };
  expect(received()).toEqual([
    [
      { id: 7, events: [first, token(1, 2), end] },
      { id: 8, events: [token(0, 9)] },
    ],
  ]);
});

it("sends the first events at once, and what follows closely together", () => {
  let nowMs = 100;
  const outbox = new Outbox(port1, () => nowMs);
  outbox.event(1, token(0, 1));
  outbox.flushWhenDue();
  expect(received()).toHaveLength(1);
  outbox.event(1, token(0, 2));
  outbox.flushWhenDue();
  expect(received()).toEqual([]);
  nowMs += 20;
  outbox.flushWhenDue();
  expect(received()).toHaveLength(1);
});

it("lets no sample that begins wait for those in full flow", () => {
  const outbox = new Outbox(port1, () => 100);
  outbox.event(1, token(0, 1));
  outbox.flushWhenDue();
  received();
  outbox.event(1, token(0, 2));
  outbox.event(2, { kind: "prompt", cachedTokens: 0 });
  outbox.event(2, token(0, 3));
  outbox.flushWhenDue();
  expect(received()).toHaveLength(1);
  outbox.event(1, token(0, 4));
  outbox.flushWhenDue();
  expect(received()).toEqual([]);
});

it("sends events before the answer that ends them, and nothing of a sample that was dropped", () => {
  const outbox = new Outbox(port1, () => 0);
  outbox.event(1, end);
  outbox.event(2, end);
  outbox.drop(2);
  outbox.result(1, null);
  outbox.flush();
  expect(received()).toEqual([[{ id: 1, events: [end] }], { kind: "result", id: 1, value: null }]);
});
