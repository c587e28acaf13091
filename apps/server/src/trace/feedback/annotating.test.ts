import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Answer } from "../testing/trace-app.ts";
import { FeedbackScene, type Given } from "./testing/feedback-scene.ts";

let scene: FeedbackScene;

beforeAll(async () => {
  scene = await FeedbackScene.open();
});
afterAll(() => scene[Symbol.asyncDispose]());
beforeEach(() => scene.enterNewProject());

function annotate(value: unknown, annotation_ref: string, given: Given = {}): Promise<Answer> {
  const payload = { value } as unknown as { [name: string]: never };
  const feedback_type = "wandb.annotation.stars";
  return scene.create(scene.note({ feedback_type, payload, annotation_ref, ...given }));
}

async function judged(schema: unknown, value: unknown): Promise<Answer> {
  return annotate(value, await scene.publishSpec("stars", schema));
}

const rating = { type: "integer", minimum: 1, maximum: 5 };
const draft = (name: string): string => `http://json-schema.org/draft-0${name}/schema#`;

test.each<[what: string, schema: unknown, value: unknown]>([
  ["an integer", rating, 4],
  ["any value of an empty schema", {}, { a: [null] }],
  ["null", { type: ["null", "string"] }, null],
  ["a choice", { enum: ["a", "b"] }, "b"],
  ["a list of 2020-12", { prefixItems: [{ type: "string" }], items: false }, ["x"]],
  ["draft 7", { $schema: draft("7"), items: [{ type: "string" }] }, ["x", 1]],
  ["draft 6", { $schema: draft("6"), exclusiveMinimum: 1 }, 2],
  [
    "2019-09",
    { $schema: "https://json-schema.org/draft/2019-09/schema", items: { $recursiveRef: "#" } },
    [[]],
  ],
  ["a ref inside the schema", { $defs: { a: rating }, $ref: "#/$defs/a" }, 1],
  ["an unknown keyword and a format", { format: "date", "x-own": 1 }, "no date"],
  ["a long text", { type: "string", maxLength: 2_000_000 }, "x".repeat(1_000_000)],
])("%s is accepted", async (_, schema, value) => {
  const { status, text } = await judged(schema, value);
  expect([status, text]).toEqual([200, expect.any(String)]);
  expect((await scene.query()).result[0]?.payload).toEqual({ value });
});

test.each<[what: string, schema: unknown, value: unknown, reason: RegExp]>([
  ["6 of 5", rating, 6, /breaks the field_schema of stars: it must be <= 5\./],
  ["a text for a number", rating, "4", /it must be integer/],
  ["a wrong member", { properties: { a: rating } }, { a: 9 }, /stars: a must be <= 5/],
  ["everything", { not: {} }, 1, /must NOT be valid/],
  [
    "an unknown $schema",
    { $schema: "http://x.example/y" },
    1,
    /\$schema http:\/\/x.example\/y is not known/,
  ],
  [
    "a remote ref",
    { $ref: "https://x.example/schema.json" },
    1,
    /cannot be used: can't resolve ref/,
  ],
  ["a ref to itself", { $ref: "#" }, 1, /cannot be used: Maximum call stack/],
  ["a bad pattern", { pattern: "(" }, "x", /cannot be used: Invalid regular expression/],
])("%s is refused", async (_, schema, value, reason) => {
  const answer = await judged(schema, value);
  expect([answer.status, answer.body["reason"]]).toEqual([400, expect.stringMatching(reason)]);
  expect((await scene.query()).total_count).toBe(0);
});

describe("hostile schemas end in a bounded time", () => {
  const levels = 60;
  const doubling = Object.fromEntries(
    Array.from({ length: levels }, (_, i) => {
      const next = { $ref: `#/$defs/s${i + 1}` };
      return [`s${i}`, { allOf: [next, next] }];
    }),
  );
  test.each<[what: string, schema: unknown, value: unknown, reason: RegExp]>([
    ["an endless pattern", { pattern: "^(a+)+$" }, `${"a".repeat(50)}b`, /more time or memory/],
    [
      "refs that double at each level",
      { $defs: { ...doubling, [`s${levels}`]: { type: "integer" } }, $ref: "#/$defs/s0" },
      1,
      /more time or memory/,
    ],
    ["a huge schema", { enum: Array.from({ length: 50_000 }, (_, i) => i) }, 1, /limit is 262144/],
    [
      "a schema of many properties",
      {
        properties: Object.fromEntries(
          Array.from({ length: 5_000 }, (_, i) => [`p${i}`, { maximum: 5 }]),
        ),
      },
      { p1: 9 },
      /p1 must be <= 5|more time or memory/,
    ],
  ])("%s", async (_, schema, value, reason) => {
    const answer = await judged(schema, value);
    expect([answer.status, answer.body["reason"]]).toEqual([400, expect.stringMatching(reason)]);
    // The next check begins a new thread.
    expect((await judged(rating, 4)).status).toBe(200);
  });

  test("schemas of many levels are refused or used", async () => {
    const deep = Array.from({ length: 90 }).reduce<unknown>((inner) => ({ items: inner }), rating);
    expect((await judged(deep, [[]])).status).toBe(200);
  });

  test("one slow schema does not stop the checks of others", async () => {
    const slow = await scene.publishSpec("stars", { pattern: "^(a+)+$" });
    const quick = await scene.publishSpec("stars", rating);
    const [one, other] = await Promise.all([
      annotate(`${"a".repeat(50)}b`, slow),
      annotate(4, quick),
    ]);
    expect([one.status, other.status]).toEqual([400, 200]);
  });
});

describe("the spec", () => {
  test("must exist", async () => {
    const { status, body } = await annotate(1, scene.ref("object/stars:none"));
    expect([status, body["error_type"]]).toEqual([404, "NotFoundError"]);
  });

  test("must not be deleted", async () => {
    const ref = await scene.publishSpec("stars", rating);
    const { project_id } = scene;
    await scene.ask("/obj/delete", { project_id, object_id: "stars" });
    const { status, body } = await annotate(1, ref);
    expect([status, body["reason"]]).toEqual([400, "The AnnotationSpec stars was deleted."]);
  });

  test("must be an AnnotationSpec", async () => {
    const { status, body } = await annotate(
      1,
      await scene.publish("stars", { field_schema: rating }),
    );
    expect([status, body["reason"]]).toEqual([400, expect.stringMatching(/is no AnnotationSpec/)]);
  });

  test("must be of the same project", async () => {
    const ref = await scene.publishSpec("stars", rating);
    scene.enterNewProject();
    const { status, body } = await annotate(1, ref);
    expect([status, body["reason"]]).toEqual([
      400,
      expect.stringMatching(/but the feedback is of/),
    ]);
  });

  test.each<[what: string, given: () => Given, reason: RegExp]>([
    [
      "must be named",
      () => ({ annotation_ref: null }),
      /needs annotation_ref, the ref of an object/,
    ],
    [
      "must have the name of the type",
      () => ({ feedback_type: "wandb.annotation.x" }),
      /the name x, not stars/,
    ],
    [
      "must be an object",
      () => ({ annotation_ref: scene.ref("op/stars:d") }),
      /is the ref of a op/,
    ],
    [
      "must be whole",
      () => ({ annotation_ref: scene.ref("object/stars:d/attr/a") }),
      /inside of stars/,
    ],
    ["alone has a value", () => ({ payload: {} }), /needs a member value/],
    ["goes with no call", () => ({ call_ref: scene.ref("call/c") }), /must not have call_ref/],
  ])("%s", async (_, given, reason) => {
    const ref = await scene.publishSpec("stars", rating);
    const { status, body } = await annotate(4, ref, given());
    expect([status, body["reason"]]).toEqual([400, expect.stringMatching(reason)]);
  });

  test("is compared in the form in which refs are stored", async () => {
    const target = scene.ref("object/x:d");
    expect((await judged({ enum: [target] }, target)).status).toBe(200);
  });
});

describe("a batch", () => {
  test("of one spec is checked value by value", async () => {
    const annotation_ref = await scene.publishSpec("stars", rating);
    const of = (value: number): ReturnType<FeedbackScene["note"]> =>
      scene.own({ value }, { feedback_type: "wandb.annotation.stars", annotation_ref });
    const good = await scene.ask("/feedback/batch/create", { batch: [1, 2, 3].map(of) });
    const bad = await scene.ask("/feedback/batch/create", { batch: [4, 5, 6].map(of) });
    expect([good.status, bad.status, (await scene.query()).total_count]).toEqual([200, 400, 3]);
  });
});

describe("a reaction", () => {
  test("gets its names", async () => {
    const item = scene.own({ emoji: "👍🏽" }, { feedback_type: "wandb.reaction.1" });
    const { body } = await scene.create(item);
    expect(body["payload"]).toEqual({
      emoji: "👍🏽",
      alias: ":thumbs_up_medium_skin_tone:",
      detoned: "👍",
      detoned_alias: ":thumbs_up:",
    });
  });

  test.each([{}, { emoji: 1 }, { emoji: "👍👍" }, { emoji: "x" }])(
    "%j is refused",
    async (payload) => {
      const { status, body } = await scene.create(
        scene.own(payload, { feedback_type: "wandb.reaction.1" }),
      );
      expect([status, body["reason"]]).toEqual([400, "payload.emoji must be exactly one emoji."]);
    },
  );
});
