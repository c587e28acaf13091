import { expect, it } from "vitest";
import type { SampleEvent } from "../sampling.ts";
import { packEvents, unpackEvents } from "./packed-events.ts";

const plain = (index: number, ...tokens: number[]): SampleEvent => ({
  kind: "tokens",
  index,
  tokens,
  logprobs: tokens.map((token) => -token / 3),
});
const withTop: SampleEvent = { ...plain(0, 5), top: [[{ token: 5, logprob: -1 }]] } as SampleEvent;
const prompt: SampleEvent = { kind: "prompt", cachedTokens: 3 };
const end: SampleEvent = { kind: "end", index: 1, stop: { reason: "stop_token", token: 9 } };

it.each<[string, [number, SampleEvent[]][]]>([
  ["nothing", []],
  ["tokens of several completions", [[7, [plain(0, 1, 2, 3), plain(2, 4)]]]],
  ["tokens among other events, in their order", [[7, [prompt, plain(0, 1), plain(1, 2), end]]]],
  ["tokens with alternatives", [[8, [withTop]]]],
  [
    "samples of every kind",
    [
      [1, [prompt, plain(0, 1)]],
      [2, [withTop, end]],
    ],
  ],
])("%s arrive as they were sent", (_what, sent) => {
  const packed = structuredClone(packEvents(new Map(sent)));
  expect([...unpackEvents(packed)]).toEqual(
    sent.map(([id, events]) => ({ id, events })).flatMap(apart),
  );
});

it("keeps every bit of a log-probability and an id beyond 32 bits", () => {
  const logprobs = [-1e-320, -0.1 - Number.EPSILON, -0];
  const event: SampleEvent = { kind: "tokens", index: 0, tokens: [0, 151_935, 1], logprobs };
  const [found] = unpackEvents(packEvents(new Map([[2 ** 40, [event]]])));
  expect(found).toEqual({ id: 2 ** 40, events: [event] });
});

it("packs what streams in full flow bring", () => {
  const packed = packEvents(
    new Map([
      [1, [plain(0, 1)]],
      [2, [plain(0, 2)]],
    ]),
  );
  expect(packed.samples).toEqual([]);
  expect(packed.runs).toHaveLength(2 * 5);
});

/** Runs of plain tokens come back one by one. */
function apart({ id, events }: { id: number; events: SampleEvent[] }): unknown[] {
  const isPacked = events.every((event) => event.kind === "tokens" && event.top === undefined);
  return isPacked ? events.map((event) => ({ id, events: [event] })) : [{ id, events }];
}
