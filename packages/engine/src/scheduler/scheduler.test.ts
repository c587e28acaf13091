import { afterEach, describe, expect, it, vi } from "vitest";

import { EngineError } from "../errors.ts";
import type { SampleRequest } from "../sampling.ts";
import { promptOf, ServedModel, tokensOf, type Tightness } from "./testing/served-model.ts";

const open: ServedModel[] = [];

function served(tightness: Tightness = {}): ServedModel {
  const model = new ServedModel(tightness);
  open.push(model);
  return model;
}

afterEach(async () => {
  for (const model of open.splice(0)) await model.close();
});

function request(
  length: number,
  seed: number,
  changes: Partial<SampleRequest> = {},
): SampleRequest {
  return { prompt: promptOf(length, seed), maxTokens: 40, seed, ignoreEnd: true, ...changes };
}

/** The requests of a mixed batch: lengths around the size of a page and of a step. */
const mixed: readonly SampleRequest[] = [
  request(1, 1),
  request(16, 2),
  request(17, 3, { n: 3 }),
  request(100, 4, { temperature: 0 }),
  request(150, 5, { topP: 0.9, frequencyPenalty: 0.5 }),
  request(33, 6, { beamSearch: { width: 3, lengthPenalty: 1 }, maxTokens: 12 }),
];

function allTokens(model: ServedModel, requests: readonly SampleRequest[]): number[][] {
  const samples = requests.map((one) => model.sample(one));
  model.run();
  return samples.flatMap((sample, index) => {
    expect(sample.errors).toEqual([]);
    expect(sample.isOver).toBe(true);
    return Array.from({ length: requests[index]?.n ?? 1 }, (_, n) => tokensOf(sample, n));
  });
}

describe("a sequence's tokens do not depend on", () => {
  const alone = (): number[][] => mixed.flatMap((one) => allTokens(served(), [one]));

  it.each<[string, Tightness]>([
    ["its company", {}],
    ["how prompts are cut", { maxRows: 16 }],
    ["how prompts are cut, one row at a time", { maxRows: 1 }],
    ["how many run at once", { maxRunning: 2 }],
    ["who has to give way for lack of pages", { pages: 17 }],
    ["shared prompts", { maxPrefixes: 1 }],
    ["the number of threads", { threads: 3 }],
  ])("%s", (_, tightness) => {
    expect(allTokens(served(tightness), mixed)).toEqual(alone());
  });

  it("a prompt that was computed for another one", () => {
    const model = served();
    const first = model.sample(request(90, 1));
    model.run();
    const again = model.sample(request(90, 1));
    const longer = model.sample(
      request(90, 1, { prompt: Int32Array.of(...promptOf(90, 1), 5, 6, 7) }),
    );
    model.run();
    expect(tokensOf(again)).toEqual(tokensOf(first));
    expect(again.events[0]).toMatchObject({ kind: "prompt", cachedTokens: 89 });
    expect(longer.events[0]).toMatchObject({ kind: "prompt", cachedTokens: 90 });
    const [fresh] = allTokens(served(), [
      request(90, 1, { prompt: Int32Array.of(...promptOf(90, 1), 5, 6, 7) }),
    ]);
    expect(tokensOf(longer)).toEqual(fresh);
  });

  it("other adapters in the same step", () => {
    const model = served();
    const adapters = [null, model.adapter(1), model.adapter(2)];
    const spaces = ["base", "one", "two"];
    const together = [0, 1, 2, 1, 0].map((which, seed) =>
      model.sample(request(40, seed), adapters[which], spaces[which]),
    );
    model.run();
    const apart = [0, 1, 2, 1, 0].map((which, seed) => {
      const other = served();
      const adapter = which === 0 ? null : other.adapter(which);
      const sample = other.sample(request(40, seed), adapter, spaces[which]);
      other.run();
      return sample;
    });
    expect(together.map((sample) => tokensOf(sample))).toEqual(
      apart.map((sample) => tokensOf(sample)),
    );
    expect(tokensOf(together[1]!)).not.toEqual(tokensOf(together[0]!));
  });
});

describe("prompts are shared", () => {
  it("between the completions of a request: the prompt is computed once", () => {
    const model = served();
    const sample = model.sample(request(48, 1, { n: 8, maxTokens: 1 }));
    const rows: number[] = [];
    for (let count = model.scheduler.step(); count > 0; count = model.scheduler.step())
      rows.push(count);
    expect(rows).toEqual([48]);
    expect(sample.events.filter(({ kind }) => kind === "end")).toHaveLength(8);
  });

  it("between requests that arrive together: one is computed, the others take it over", () => {
    const model = served({ maxRows: 32 });
    const samples = Array.from({ length: 4 }, (_, seed) =>
      model.sample(request(100, 1, { seed, maxTokens: 1 })),
    );
    let rows = 0;
    for (let count = model.scheduler.step(); count > 0; count = model.scheduler.step())
      rows += count;
    expect(rows).toBe(100 + 3);
    expect(samples.map(({ events }) => events[0])).toMatchObject([
      { cachedTokens: 0 },
      { cachedTokens: 99 },
      { cachedTokens: 99 },
      { cachedTokens: 99 },
    ]);
  });

  it("with what was sampled after them: the next turn of a talk takes both over", () => {
    const model = served();
    const turn = model.sample(request(40, 1));
    model.run();
    const talk = Int32Array.of(...promptOf(40, 1), ...tokensOf(turn), 9, 9);
    const next = model.sample({ ...request(1, 1), prompt: talk });
    model.run();
    // All but the last sampled token, which was never computed.
    expect(next.events[0]).toMatchObject({ cachedTokens: 40 + 39 });
  });

  it.each<[string, Partial<SampleRequest>, string]>([
    ["with another salt", { cacheSalt: "tenant" }, "base"],
    ["of another adapter", {}, "sampler:a"],
    ["whose log-probabilities are wanted", { promptLogprobs: 0 }, "base"],
  ])("but not with a prompt %s", (_, changes, space) => {
    const model = served();
    model.sample(request(64, 1));
    model.run();
    const other = model.sample(request(64, 1, changes), null, space);
    model.run();
    expect(other.events[0]).toMatchObject({ kind: "prompt", cachedTokens: 0 });
  });
});

it("gives every prompt's log-probabilities, however it is cut and preempted", () => {
  const wanted = request(70, 3, { promptLogprobs: 2 });
  const roomy = served();
  const whole = roomy.sample(wanted);
  roomy.run();
  const tight = served({ maxRows: 16, pages: 12 });
  const others = [request(60, 1), request(60, 2)].map((one) => tight.sample(one));
  const cut = tight.sample(wanted);
  tight.run();
  expect(others.map(({ errors }) => errors)).toEqual([[], []]);
  expect(cut.events[0]).toEqual(whole.events[0]);
  const prompt = cut.events[0];
  expect(prompt?.kind === "prompt" ? prompt.logprobs : []).toHaveLength(70);
});

it("lets a request of lower priority number overtake", () => {
  const model = served({ maxRunning: 1 });
  const late: string[] = [];
  const watch = (name: string, sample: { isOver: boolean }): (() => void) => {
    let isKnown = false;
    return () => {
      if (sample.isOver && !isKnown) late.push(name);
      isKnown = sample.isOver;
    };
  };
  const watches = [
    watch("first", model.sample(request(20, 1))),
    watch("patient", model.sample(request(20, 2, { priority: 5 }))),
    watch("urgent", model.sample(request(20, 3, { priority: -5 }))),
  ];
  while (model.scheduler.step() > 0) for (const look of watches) look();
  expect(late).toEqual(["urgent", "first", "patient"]);
});

it("fails what the whole cache cannot hold with busy, and the others go on", () => {
  const model = served({ pages: 6 });
  const small = model.sample(request(20, 1));
  const large = model.sample(request(200, 2));
  model.run();
  expect(large.errors).toMatchObject([{ kind: "busy" }]);
  expect(large.errors[0]).toBeInstanceOf(EngineError);
  expect(tokensOf(small)).toHaveLength(40);
});

it("pauses a sample whose consumer lags, and its pages go to others meanwhile", () => {
  const model = served({ pages: 6 });
  const slow = model.sample(request(32, 1));
  for (let step = 0; step < 5; step += 1) model.scheduler.step();
  slow.isFull = true;
  const before = slow.events.length;
  const other = model.sample(request(32, 2));
  model.run();
  expect(slow.events).toHaveLength(before);
  expect(other.isOver).toBe(true);
  slow.isFull = false;
  model.run();
  expect(allTokens(served(), [request(32, 1)])).toEqual([tokensOf(slow)]);
});

it("frees every page when all is over, cancelled or not", () => {
  const model = served({ pages: 40 });
  const samples = mixed.map((one) => model.sample(one));
  for (let step = 0; step < 6; step += 1) model.scheduler.step();
  for (const sample of samples.slice(0, 4)) sample.cancel();
  model.run();
  model.scheduler.prefixes.forget("");
  expect(model.cache.freePages).toBe(model.cache.capacityPages);
  expect([model.scheduler.runningCount, model.scheduler.waitingCount]).toEqual([0, 0]);
});

describe("when the memory is full", () => {
  const full = (): never => {
    throw new EngineError("busy", "the memory is full");
  };

  it("remembered prompts go first, then a sequence that is alone fails with busy", () => {
    const model = served();
    model.sample(request(64, 1));
    model.run();
    const sequences = vi.spyOn(model.cache, "sequence").mockImplementationOnce(full);
    const second = model.sample(request(64, 2));
    model.run();
    expect(second.errors).toEqual([]);
    expect(second.isOver).toBe(true);
    model.scheduler.prefixes.forget("");
    sequences.mockImplementationOnce(full);
    const third = model.sample(request(64, 3));
    model.run();
    expect(third.errors).toMatchObject([{ kind: "busy" }]);
  });

  it("one that is not alone waits for the others", () => {
    const model = served();
    const first = model.sample(request(20, 1));
    model.scheduler.step();
    const sequences = vi.spyOn(model.cache, "sequence").mockImplementation(full);
    const second = model.sample(request(20, 2));
    model.scheduler.step();
    expect([model.scheduler.runningCount, model.scheduler.waitingCount]).toEqual([1, 1]);
    sequences.mockRestore();
    model.run();
    expect([first.errors, second.errors]).toEqual([[], []]);
    expect(tokensOf(second)).toEqual(allTokens(served(), [request(20, 2)])[0]);
  });

  it("nothing is remembered, and what is computed is not lost", () => {
    const model = served();
    const sample = model.sample(request(64, 1, { maxTokens: 5 }));
    const sequence = model.cache.sequence.bind(model.cache);
    let isFirst = true;
    vi.spyOn(model.cache, "sequence").mockImplementation(() => {
      if (!isFirst) return full();
      isFirst = false;
      return sequence();
    });
    model.run();
    expect(sample.errors).toEqual([]);
    expect(tokensOf(sample)).toHaveLength(5);
    expect(model.scheduler.prefixes.size).toBe(0);
  });

  it("a beam search that cannot part leaves no beam behind", () => {
    const model = served();
    const sample = model.sample(
      request(20, 1, { beamSearch: { width: 4, lengthPenalty: 1 }, maxTokens: 12 }),
    );
    const sequence = model.cache.sequence.bind(model.cache);
    let count = 0;
    vi.spyOn(model.cache, "sequence").mockImplementation(() => {
      count += 1;
      return count === 5 ? full() : sequence();
    });
    model.run();
    expect(sample.errors).toMatchObject([{ kind: "busy" }]);
    model.scheduler.prefixes.forget("");
    expect([model.scheduler.runningCount, model.scheduler.waitingCount]).toEqual([0, 0]);
    expect(model.cache.freePages).toBe(model.cache.capacityPages);
  });
});
