import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Engine, ModelHandle, SamplerRef } from "../engine.ts";
import type { SampleRequest } from "../sampling.ts";
import {
  eventsOf,
  learn,
  lesson,
  longRequest,
  openTestEngine,
  type OpenedEngine,
  probe,
  sampledTokens,
  tiny,
  tinyBase,
  tinyOpening,
} from "./testing/opened-engine.ts";

let opened: OpenedEngine;
beforeAll(async () => {
  opened = await openTestEngine();
});
afterAll(() => opened.close());

describe("openModel", () => {
  it.each([
    ["a key that leaves the directory", { modelKey: "../m" }, "modelKey"],
    ["a key that is a hidden file", { modelKey: ".m" }, "modelKey"],
    ["an empty key", { modelKey: "" }, "modelKey"],
    ["a rank of 0", { lora: { rank: 0 } }, "lora.rank"],
    ["an alpha that is no number", { lora: { rank: 4, alpha: Number.NaN } }, "lora.alpha"],
  ])("refuses %s as invalid", async (_, changes, parameter) => {
    await expect(opened.engine.openModel(tinyOpening("refused", changes))).rejects.toMatchObject({
      kind: "invalid",
      parameter,
    });
  });

  it("says how high a rank may be, and refuses a higher one as unsupported", async () => {
    const { baseModels } = await opened.engine.describe();
    const { maxRank = 0 } = baseModels.find(({ id }) => id === tiny) ?? {};
    await opened.engine.close(
      await opened.engine.openModel(tinyOpening("wide", { lora: { rank: maxRank } })),
    );
    const opening = tinyOpening("wide", { lora: { rank: maxRank + 1 } });
    await expect(opened.engine.openModel(opening)).rejects.toMatchObject({
      kind: "unsupported",
      parameter: "lora.rank",
    });
  });

  it("refuses an unknown base model as not_found, naming those there are", async () => {
    const opening = tinyOpening("refused", { baseModel: "no/such" });
    await expect(opened.engine.openModel(opening)).rejects.toMatchObject({
      kind: "not_found",
      message: expect.stringContaining(tiny) as string,
    });
  });

  it("opens a key once at a time", async () => {
    const { engine } = opened;
    const handle = await engine.openModel(tinyOpening("once"));
    await expect(engine.openModel(tinyOpening("once"))).rejects.toMatchObject({ kind: "conflict" });
    await engine.close(handle);
    const again = await engine.openModel(tinyOpening("once"));
    expect(again.generation).toBeGreaterThan(handle.generation);
    await expect(engine.forward(handle, [lesson(4)])).rejects.toMatchObject({ kind: "model_lost" });
    await engine.close(again);
  });
});

describe("checkpoints", () => {
  let handle: ModelHandle;
  beforeAll(async () => {
    handle = await opened.engine.openModel(tinyOpening("states"));
    await learn(opened.engine, handle);
    await opened.engine.saveState(handle, "first");
  });

  it("continue bit for bit as if nothing had happened, also in the next process", async () => {
    const { engine } = opened;
    await learn(engine, handle, [lesson(20, 2)]);
    const uninterrupted = await probe(engine, handle);
    const next = await opened.reopen();
    const resumed = await next.openModel(
      tinyOpening("resumed", {
        resume: {
          from: { kind: "checkpoint", modelKey: "states", name: "first" },
          withOptimizer: true,
        },
      }),
    );
    await learn(next, resumed, [lesson(20, 2)]);
    expect(await probe(next, resumed)).toEqual(uninterrupted);
    await next.close(resumed);
    handle = await next.openModel(tinyOpening("states"));
  });

  it.each([
    ["rank", { lora: { rank: 8 } }, ["rank 4", "rank 8"]],
    ["targets", { lora: { rank: 4, targets: "mlp" as const } }, ["targets all", "targets mlp"]],
    ["base model", { baseModel: "heddle/loom" }, [tiny, "heddle/loom"]],
  ])("do not open with another %s: both are named", async (_, changes, named) => {
    const from = { kind: "checkpoint", modelKey: "states", name: "first" } as const;
    const opening = tinyOpening("other", { resume: { from, withOptimizer: true }, ...changes });
    const refused = opened.engine.openModel(opening);
    await expect(refused).rejects.toMatchObject({ kind: "conflict" });
    for (const name of named) await expect(refused).rejects.toThrow(name);
  });

  it("are never named twice, not even after they were deleted", async () => {
    const { engine } = opened;
    await expect(engine.saveState(handle, "first")).rejects.toMatchObject({ kind: "conflict" });
    const second = await engine.saveState(handle, "second");
    expect(await engine.listStates("states")).toHaveLength(2);
    await engine.deleteState(second);
    expect(await engine.listStates("states")).toMatchObject([{ name: "first" }]);
    await expect(engine.saveState(handle, "second")).rejects.toMatchObject({ kind: "conflict" });
    await expect(engine.deleteState(second)).rejects.toMatchObject({ kind: "not_found" });
  });

  it("hold the state in the order of the calls, not of the disk", async () => {
    const { engine } = opened;
    const before = await probe(engine, handle);
    const [saved] = await Promise.all([
      engine.saveState(handle, "between"),
      engine.accumulate(handle, [lesson(8)], { name: "cross_entropy" }),
      engine.step(handle, { learningRate: 0.01 }),
    ]);
    expect(await probe(engine, handle)).not.toEqual(before);
    const resumed = await engine.openModel(
      tinyOpening("between", { resume: { from: saved, withOptimizer: false } }),
    );
    expect(await probe(engine, resumed)).toEqual(before);
    await engine.close(resumed);
  });
});

describe("published samplers", () => {
  let handle: ModelHandle;
  let version: SamplerRef;
  beforeAll(async () => {
    handle = await opened.engine.openModel(tinyOpening("published"));
    await learn(opened.engine, handle, [lesson(24)], 0.01);
    version = await opened.engine.publish(handle, "v1");
  });

  it("keep their weights while training goes on and in the next process", async () => {
    const { engine } = opened;
    const tokens = lesson(24).inputTokens;
    const scores = await engine.score(version, tokens);
    expect(scores).not.toEqual(await engine.score(tinyBase, tokens));
    await learn(engine, handle, [lesson(24)], 0.01);
    expect(await engine.score(version, tokens)).toEqual(scores);
    const next = await opened.reopen();
    expect(await next.score(version, tokens)).toEqual(scores);
    handle = await next.openModel(tinyOpening("published"));
  });

  it("are exported as a PEFT folder", async () => {
    const files = [];
    for await (const file of opened.engine.exportAdapter(version)) files.push(file);
    expect(files.map(({ name }) => name)).toEqual([
      "adapter_config.json",
      "adapter_model.safetensors",
    ]);
    const config: unknown = JSON.parse(Buffer.from(files[0]?.bytes ?? []).toString());
    expect(config).toMatchObject({
      r: 4,
      lora_alpha: 32,
      peft_type: "LORA",
      base_model_name_or_path: tiny,
    });
  });

  it("finish what runs when they are retired, and are gone for all others", async () => {
    const { engine } = opened;
    const second = await engine.publish(handle, "v2");
    const whole = await sampledTokens(engine, second, longRequest(1));
    const running = engine.sample(second, longRequest(1));
    const first = await running.next();
    await engine.retire(second);
    const rest = await eventsOf(running);
    const tokens = [first.value, ...rest].flatMap((event) =>
      event?.kind === "tokens" ? [...event.tokens] : [],
    );
    expect(tokens).toEqual(whole);
    await expect(eventsOf(engine.sample(second, longRequest(1)))).rejects.toMatchObject({
      kind: "not_found",
    });
    await expect(engine.publish(handle, "v2")).rejects.toMatchObject({ kind: "conflict" });
    await expect(engine.retire(second)).rejects.toMatchObject({ kind: "not_found" });
  });
});

describe("calls on one model", () => {
  it("run in their order while samples run beside them, without starving each other", async () => {
    const { engine } = opened;
    const handle = await engine.openModel(tinyOpening("busy"));
    const steps: number[] = [];
    const training = async (): Promise<void> => {
      for (let round = 0; round < 5; round += 1) {
        const [, done] = await Promise.all([
          engine.accumulate(handle, [lesson(30, round)], { name: "cross_entropy" }),
          engine.step(handle, { learningRate: 1e-3 }),
        ]);
        steps.push(done.step);
      }
    };
    const samplers = Array.from({ length: 8 }, (_, seed) =>
      sampledTokens(engine, tinyBase, longRequest(seed)),
    );
    const [, ...sampled] = await Promise.all([training(), ...samplers]);
    expect(steps).toEqual([1, 2, 3, 4, 5]);
    for (const [seed, tokens] of sampled.entries()) {
      expect(tokens).toEqual(await sampledTokens(engine, tinyBase, longRequest(seed)));
    }
    await engine.close(handle);
  });

  it("copy what they are given: the caller may reuse its arrays", async () => {
    const { engine } = opened;
    const handle = await engine.openModel(tinyOpening("copies"));
    const expected = await probe(engine, handle);
    const data = [lesson(24)];
    const call = engine.forward(handle, data);
    data[0]?.inputTokens.fill(0);
    expect([...((await call).logprobs[0] ?? [])]).toEqual(expected);
    await engine.close(handle);
  });
});

it("refuses more calls on one model than may wait, and takes them again afterwards", async () => {
  const tight = await openTestEngine({ limits: { maxCallsPerModel: 2 } });
  try {
    const { engine } = tight;
    const handle = await engine.openModel(tinyOpening("m"));
    const calls = [1, 2, 3].map(() => engine.forward(handle, [lesson(24)]));
    expect(await Promise.allSettled(calls)).toMatchObject([
      { status: "fulfilled" },
      { status: "fulfilled" },
      { status: "rejected", reason: { kind: "busy" } },
    ]);
    expect(await probe(engine, handle)).toHaveLength(24);
  } finally {
    await tight.close();
  }
});

it("turns messages into a prompt, text into tokens and back", async () => {
  const text = opened.engine.text(tiny);
  const rendered = await text.render({
    messages: [{ role: "user", content: "Grüße 🌍" }],
    addGenerationPrompt: true,
  });
  expect(rendered).toContain("Grüße 🌍");
  expect(await text.decode(await text.encode(rendered))).toBe(rendered);
  expect((await text.vocabulary()).size).toBe(260);
  expect(() => opened.engine.text("no/such")).toThrow("no/such");
});

describe("a sample", () => {
  it("does nothing before somebody asks for its first event, and nothing after return", async () => {
    const { engine } = opened;
    const before = engine.statistics().decodedRows;
    engine.sample(tinyBase, longRequest(1));
    const events = engine.sample(tinyBase, longRequest(2));
    await events.next();
    await events.return?.();
    expect(await events.next()).toEqual({ done: true, value: undefined });
    await engine.score(tinyBase, Int32Array.of(1, 2, 3));
    expect(engine.statistics().decodedRows - before).toBeLessThan(400);
    expect(engine.statistics().runningSequences).toBe(0);
  });

  it("waits for a consumer that lags, and loses nothing", async () => {
    const tight = await openTestEngine({ limits: { maxUnreadTokens: 8 } });
    try {
      const { engine } = tight;
      const slow = engine.sample(tinyBase, longRequest(3));
      const events = [(await slow.next()).value];
      // A full sample of another consumer passes by.
      const expected = await sampledTokens(engine, tinyBase, longRequest(3));
      expect(engine.statistics().decodedRows).toBeLessThan(400 + 100);
      events.push(...(await eventsOf(slow)));
      const tokens = events.flatMap((event) => (event?.kind === "tokens" ? [...event.tokens] : []));
      expect(tokens).toEqual(expected);
    } finally {
      await tight.close();
    }
  });

  it("is refused with busy when too many wait or run", async () => {
    const tight = await openTestEngine({ limits: { maxSamplingCalls: 1 } });
    try {
      const running = tight.engine.sample(tinyBase, longRequest(1));
      await running.next();
      await expect(tight.engine.score(tinyBase, Int32Array.of(1))).rejects.toMatchObject({
        kind: "busy",
        retryAfterMs: expect.any(Number) as number,
      });
      await running.return?.();
    } finally {
      await tight.close();
    }
  });

  it.each([
    ["a token outside the vocabulary", { prompt: Int32Array.of(5, 260) }, "prompt"],
    ["more tokens than the context has", { maxTokens: 5000 }, "maxTokens"],
    ["no token to sample", { maxTokens: 0 }, "maxTokens"],
  ])("with %s is refused before the engine works", async (_, changes, parameter) => {
    const before = opened.engine.statistics().decodedRows;
    const refused = eventsOf(opened.engine.sample(tinyBase, { ...longRequest(1), ...changes }));
    await expect(refused).rejects.toMatchObject({ kind: "invalid", parameter });
    expect(opened.engine.statistics().decodedRows).toBe(before);
  });
});

it("score has one entry for each token, and the prompt's log-probabilities agree with it", async () => {
  const { engine } = opened;
  const tokens = lesson(60).inputTokens;
  const scores = await engine.score(tinyBase, tokens);
  const request = { ...longRequest(1), prompt: tokens, maxTokens: 1, promptLogprobs: 3 };
  const [prompt] = await eventsOf(engine.sample(tinyBase, request));
  const logprobs =
    prompt?.kind === "prompt" ? prompt.logprobs?.map((one) => one?.logprob ?? null) : [];
  expect(logprobs).toEqual(scores);
  expect(scores[0]).toBeNull();
  expect(await engine.score(tinyBase, Int32Array.of(7))).toEqual([null]);
});

it("after shutdown every call fails with unavailable", async () => {
  const other = await openTestEngine();
  const handle = await other.engine.openModel(tinyOpening("m"));
  const running = eventsOf(other.engine.sample(tinyBase, longRequest(1)));
  const training = other.engine.accumulate(handle, [lesson(500)], { name: "cross_entropy" });
  const outcomes = Promise.allSettled([running, training]);
  await other.engine.shutdown();
  expect(await outcomes).toMatchObject([
    { status: "rejected", reason: { kind: "unavailable" } },
    { status: "rejected", reason: { kind: "unavailable" } },
  ]);
  await expect(other.engine.describe()).rejects.toMatchObject({ kind: "unavailable" });
  await expect(probe(other.engine, handle)).rejects.toMatchObject({ kind: "unavailable" });
  await other.close();
});

describe("JSON schemas are tightened", () => {
  // A model that likes the letter a above all: it never ends a string that has no bound.
  const request: SampleRequest = {
    prompt: Int32Array.of(72),
    maxTokens: 200,
    temperature: 0,
    logitBias: new Map([[97, 1000]]),
    constraint: { kind: "json", schema: { type: "string" } },
  };
  const ends = async (from: Engine, baseModel: string): Promise<unknown> => {
    const events = await eventsOf(from.sample({ kind: "base", baseModel }, request));
    return events.at(-1);
  };

  it("for the built-in model, and for no other", async () => {
    expect(await ends(opened.engine, "heddle/loom")).toMatchObject({ stop: { reason: "end" } });
    expect(await ends(opened.engine, tiny)).toMatchObject({ stop: { reason: "length" } });
  });

  it("for the models that an option names", async () => {
    const changed = await opened.reopen({ tightenedModels: [tiny] });
    expect(await ends(changed, "heddle/loom")).toMatchObject({ stop: { reason: "length" } });
    expect(await ends(changed, tiny)).toMatchObject({ stop: { reason: "end" } });
    await expect(opened.reopen({ tightenedModels: ["none"] })).rejects.toMatchObject({
      kind: "invalid",
      parameter: "tightenedModels",
    });
  });
});
