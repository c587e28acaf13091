import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";

import type { Engine, ModelHandle } from "../engine.ts";
import { type EngineErrorKind, EngineError } from "../errors.ts";
import type { EmbeddedEngine } from "./embedded-engine.ts";
import {
  eventsOf,
  lesson,
  openTestEngine,
  type OpenedEngine,
  probe,
  tinyBase,
  tinyOpening,
} from "./testing/opened-engine.ts";

/** What JavaScript may hand over: the types of the interface are not there at run time. */
const junk = fc.oneof(
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withSparseArray: true,
    withTypedArray: true,
  }),
  fc.constantFrom<unknown>(
    null,
    Number.NaN,
    -0,
    Infinity,
    1e308,
    -1,
    1n,
    "",
    "__proto__",
    "../x",
    Symbol("s"),
    () => 1,
  ),
);

let opened: OpenedEngine;
let engine: EmbeddedEngine;
let handle: ModelHandle;
beforeAll(async () => {
  opened = await openTestEngine();
  engine = opened.engine;
  handle = await engine.openModel(tinyOpening("m"));
});
afterAll(() => opened.close());

const datum = lesson(8);
const request = { prompt: Int32Array.of(1, 2), maxTokens: 2, seed: 1 };
const sampler = { kind: "sampler", modelKey: "none", version: "none" } as const;
const checkpoint = { kind: "checkpoint", modelKey: "none", name: "none" } as const;
const loss = { name: "ppo", clipLow: 0.8, clipHigh: 1.2 } as const;

/** Each with one member replaced by junk, or all of them. */
function spoilt(whole: object): fc.Arbitrary<never> {
  const members = fc.constantFrom(...Object.keys(whole), "somethingElse");
  const one = fc.tuple(members, junk).map(([name, value]) => ({ ...whole, [name]: value }));
  return fc.oneof({ weight: 5, arbitrary: one }, junk) as fc.Arbitrary<never>;
}

const requestMembers = {
  ...request,
  n: 1,
  temperature: 1,
  topP: 1,
  topK: 0,
  minP: 0,
  repetitionPenalty: 1,
  frequencyPenalty: 0,
  presencePenalty: 0,
  logitBias: new Map(),
  allowedTokens: [1, 2],
  badWords: [],
  excludedTexts: [],
  minTokens: 0,
  ignoreEnd: false,
  stopTokens: [],
  stopStrings: [],
  topLogprobs: 0,
  promptLogprobs: 0,
  priority: 0,
  cacheSalt: "s",
};

type Attempt = (value: never) => Promise<unknown>;
const attempts: readonly [string, fc.Arbitrary<never>, Attempt][] = [
  [
    "openModel",
    spoilt({ ...tinyOpening("none"), resume: { from: checkpoint, withOptimizer: true } }),
    (value) => engine.openModel(value),
  ],
  [
    "importAdapter",
    spoilt({
      modelKey: "m",
      version: "v",
      baseModel: "test/tiny",
      files: [{ name: "adapter_config.json", bytes: new Uint8Array(3) }],
    }),
    (value) => engine.importAdapter(value),
  ],
  [
    "forward's handle",
    spoilt({ modelKey: "m", baseModel: "test/tiny", instance: "i", generation: 9, step: 0 }),
    (value) => engine.forward(value, [datum]),
  ],
  [
    "forward's data",
    fc.oneof(
      spoilt(datum).map((one) => [one] as never),
      spoilt([]),
    ),
    (value) => engine.forward(handle, value),
  ],
  ["accumulate's loss", spoilt(loss), (value) => engine.accumulate(handle, [datum], value)],
  [
    "step",
    spoilt({ learningRate: 0, betas: [0.9, 0.95], epsilon: 1e-8, weightDecay: 0, clipNorm: 0 }),
    (value) => engine.step(handle, value),
  ],
  ["saveState", junk as fc.Arbitrary<never>, (value) => engine.saveState(handle, value)],
  ["listStates", junk as fc.Arbitrary<never>, (value) => engine.listStates(value)],
  ["deleteState", spoilt(checkpoint), (value) => engine.deleteState(value)],
  ["retire", spoilt(sampler), (value) => engine.retire(value)],
  [
    "score's target",
    fc.oneof(spoilt(sampler), spoilt(tinyBase)),
    (value) => engine.score(value, request.prompt),
  ],
  ["score's tokens", junk as fc.Arbitrary<never>, (value) => engine.score(tinyBase, value)],
  ["sample", spoilt(requestMembers), (value) => eventsOf(engine.sample(tinyBase, value))],
  ["options", spoilt({ deadlineMs: 5000, signal: undefined }), (value) => engine.describe(value)],
  ["encode", junk as fc.Arbitrary<never>, (value) => engine.text("test/tiny").encode(value)],
  ["decode", junk as fc.Arbitrary<never>, (value) => engine.text("test/tiny").decode(value)],
];

/** Everything but `internal` and the kinds that say to try again. */
const expected: readonly EngineErrorKind[] = [
  "invalid",
  "unsupported",
  "not_found",
  "conflict",
  "model_lost",
  "deadline",
];

it.each(attempts)(
  "%s takes anything and fails with a reason, or does as asked",
  async (_, arguments_, attempt) => {
    await fc.assert(
      fc.asyncProperty(arguments_, async (value) => {
        const outcome = await attempt(value).catch((error: unknown) => error);
        if (outcome instanceof Error) {
          expect(outcome).toBeInstanceOf(EngineError);
          expect(expected, outcome.message).toContain((outcome as EngineError).kind);
        } else if (isHandle(outcome)) await engine.close(outcome);
      }),
      { numRuns: 150 },
    );
    expect(await probe(engine, handle)).toHaveLength(24);
  },
);

it.each<[string, (engine: Engine) => Promise<unknown>, string]>([
  ["a token that is no number", (one) => one.score(tinyBase, [1, Number.NaN] as never), "tokens"],
  [
    "a prompt that is no Int32Array",
    (one) => eventsOf(one.sample(tinyBase, { ...request, prompt: [1] as never })),
    "prompt",
  ],
  [
    "targets of another type",
    (one) => one.forward(handle, [{ ...datum, targetTokens: [1] as never }]),
    "data[0].targetTokens",
  ],
  [
    "weights of another type",
    (one) => one.forward(handle, [{ ...datum, weights: new Float64Array(8) as never }]),
    "data[0].weights",
  ],
  [
    "a seed for a LoRA as text",
    (one) => one.openModel(tinyOpening("x", { lora: { rank: 2, seed: "1" as never } })),
    "lora.seed",
  ],
])("names %s", async (_, attempt, parameter) => {
  await expect(attempt(engine)).rejects.toMatchObject({ kind: "invalid", parameter });
});

it.each<[string, (engine: Engine) => Promise<unknown>, string]>([
  [
    "a request",
    (one) => eventsOf(one.sample(tinyBase, { ...request, top_p: 0.1 } as never)),
    "top_p",
  ],
  [
    "a datum",
    (one) => one.forward(handle, [{ ...datum, mask: new Float32Array(8) } as never]),
    "data[0].mask",
  ],
  ["the optimizer", (one) => one.step(handle, { learningRate: 0, beta1: 0.9 } as never), "beta1"],
  [
    "a LoRA",
    (one) => one.openModel(tinyOpening("x", { lora: { rank: 2, dropout: 0.1 } as never })),
    "lora.dropout",
  ],
])("refuses what it does not know in %s, rather than ignore it", async (_, attempt, parameter) => {
  await expect(attempt(engine)).rejects.toMatchObject({ kind: "unsupported", parameter });
});

function isHandle(value: unknown): value is ModelHandle {
  return typeof value === "object" && value !== null && "generation" in value;
}
