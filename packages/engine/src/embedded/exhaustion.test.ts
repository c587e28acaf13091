import { writeFileSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";

import type { ModelHandle } from "../engine.ts";
import type { Constraint, SampleRequest } from "../sampling.ts";
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

let opened: OpenedEngine | null = null;
afterEach(async () => {
  await opened?.close();
  opened = null;
});

describe("memory that runs out", () => {
  it("refuses one model more with busy, and the others train and sample on", async () => {
    opened = await openTestEngine({ maxMemoryBytes: 8 * 2 ** 20, limits: { maxModels: 1000 } });
    const { engine } = opened;
    const handles: ModelHandle[] = [];
    const openUntilFull = async (): Promise<unknown> => {
      try {
        for (let at = 0; at < 1000; at += 1) {
          handles.push(await engine.openModel(tinyOpening(`m${at}`, { lora: { rank: 32 } })));
        }
        return null;
      } catch (error) {
        return error;
      }
    };
    expect(await openUntilFull()).toMatchObject({ kind: "busy" });
    const [first, second] = handles;
    if (first === undefined || second === undefined) throw new Error("no two models fit");
    await engine.close(first);
    await learn(engine, second, [lesson(4)]);
    expect(await sampledTokens(engine, tinyBase, longRequest(1, { maxTokens: 5 }))).toHaveLength(5);
  });

  it("fails a batch that is too large with busy, and takes its gradient back", async () => {
    opened = await openTestEngine({
      maxMemoryBytes: 12 * 2 ** 20,
      limits: { maxTrainingTokens: 100_000 },
    });
    const { engine } = opened;
    const handle = await engine.openModel(tinyOpening("m"));
    await engine.accumulate(handle, [lesson(24)], { name: "cross_entropy" });
    const { gradientNorm } = await engine.step(handle, { learningRate: 0 });
    await engine.accumulate(handle, [lesson(24)], { name: "cross_entropy" });
    const large = Array.from({ length: 40 }, (_, seed) => lesson(500, seed));
    await expect(engine.accumulate(handle, large, { name: "cross_entropy" })).rejects.toMatchObject(
      { kind: "busy" },
    );
    expect(await engine.step(handle, { learningRate: 0 })).toMatchObject({ gradientNorm });
    expect(await probe(engine, handle)).toHaveLength(24);
  });

  it("makes samples give way to each other, and all come to their end with the same tokens", async () => {
    const requests = Array.from({ length: 12 }, (_, seed) => longRequest(seed));
    opened = await openTestEngine({ maxMemoryBytes: 2 ** 27 });
    const expected = await Promise.all(
      requests.map((one) => sampledTokens(opened!.engine, tinyBase, one)),
    );
    await opened.close();
    opened = await openTestEngine({ maxMemoryBytes: 2.5 * 2 ** 20 });
    const tight = await Promise.all(
      requests.map((one) => sampledTokens(opened!.engine, tinyBase, one)),
    );
    expect(tight).toEqual(expected);
    const { totalPages } = opened.engine.statistics();
    expect(totalPages).toBeLessThan((12 * 400) / 16);
  });
});

describe("a constraint that explodes fails alone, with a typed error:", () => {
  const nested = (depth: number): unknown =>
    depth === 0 ? { type: "string" } : { type: "object", properties: { a: nested(depth - 1) } };
  it.each<[string, Constraint]>([
    ["a regular expression", { kind: "regex", pattern: "((a{1,300}){1,300}){1,300}" }],
    ["a schema 3,000 deep", { kind: "json", schema: nested(3000) }],
    [
      "a schema of 3,000 optional properties",
      {
        kind: "json",
        schema: {
          type: "object",
          properties: Object.fromEntries(
            Array.from({ length: 3000 }, (_, at) => [`p${at}`, { type: "integer" }]),
          ),
        },
      },
    ],
    ["a grammar that is none", { kind: "grammar", grammar: "root ::= (" }],
  ])("%s", async (_, constraint) => {
    opened = await openTestEngine();
    const { engine } = opened;
    const plain = longRequest(1, {
      constraint: { kind: "choice", choices: ["yes", "no"] },
      ignoreEnd: false,
    });
    const expected = await sampledTokens(engine, tinyBase, plain);
    const [failed, ...others] = await Promise.allSettled([
      sampledTokens(engine, tinyBase, longRequest(2, { constraint, ignoreEnd: false })),
      sampledTokens(engine, tinyBase, longRequest(3)),
      sampledTokens(engine, tinyBase, plain),
    ]);
    expect(failed).toMatchObject({ status: "rejected" });
    const kind: unknown = failed.status === "rejected" ? failed.reason.kind : null;
    expect(["invalid", "unsupported"]).toContain(kind);
    expect(others).toMatchObject([
      { status: "fulfilled" },
      { status: "fulfilled", value: expected },
    ]);
    expect(await sampledTokens(engine, tinyBase, plain)).toEqual(expected);
  });
});

it("a template that never ends is ended, and samples run on meanwhile", async () => {
  opened = await openTestEngine();
  writeFileSync(
    `${opened.folder}/model/chat_template.jinja`,
    "{% for i in range(100000000) %}{% for j in range(100000000) %}{% endfor %}{% endfor %}",
  );
  const engine = await opened.reopen();
  const text = engine.text(tiny);
  const [rendered, sampled] = await Promise.allSettled([
    text.render({ messages: [{ role: "user", content: "Hello" }] }),
    sampledTokens(engine, tinyBase, longRequest(1)),
  ]);
  expect(rendered).toMatchObject({ status: "rejected", reason: { kind: "invalid" } });
  expect(sampled).toMatchObject({ status: "fulfilled" });
  expect([...(await text.encode("Hi"))]).toEqual([72, 105]);
});

describe("input without measure is refused before anything is done with it:", () => {
  const million = new Int32Array(1_000_000).fill(65);
  const oversized: readonly [string, () => Promise<unknown>][] = [
    ["a million characters", () => opened!.engine.text(tiny).encode("a".repeat(1_000_000))],
    [
      "a prompt of a million tokens",
      () => eventsOf(opened!.engine.sample(tinyBase, { prompt: million, maxTokens: 1 })),
    ],
    ["a million tokens to score", () => opened!.engine.score(tinyBase, million)],
  ];
  it.each(oversized)("%s", async (_, call) => {
    opened = await openTestEngine();
    await expect(call()).rejects.toMatchObject({ kind: "invalid" });
    expect(opened.engine.statistics().decodedRows).toBe(0);
  });

  it("a million tokens to learn", async () => {
    opened = await openTestEngine();
    const handle = await opened.engine.openModel(tinyOpening("m"));
    const data = [{ inputTokens: million, targetTokens: million }];
    await expect(opened.engine.forward(handle, data)).rejects.toMatchObject({ kind: "invalid" });
  });

  it("a request with a function in it", async () => {
    opened = await openTestEngine();
    const request = { ...longRequest(1), constraint: { kind: "json", schema: { a: () => 1 } } };
    await expect(
      eventsOf(opened.engine.sample(tinyBase, request as SampleRequest)),
    ).rejects.toMatchObject({ kind: "invalid" });
  });
});
