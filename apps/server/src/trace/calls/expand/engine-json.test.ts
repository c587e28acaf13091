import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTraces, type TestTraces } from "../../../store/traces/testing/start-traces.ts";
import { ownRead } from "../../../store/traces/traces.ts";
import { engineJson } from "./engine-json.ts";

let store: TestTraces;

beforeAll(async () => {
  store = await startTraces();
});
afterAll(() => store[Symbol.asyncDispose]());

/** The texts as the engine prints them, as members of an object. */
async function printed(texts: readonly string[]): Promise<string[]> {
  const rows = await store.traces.query<{ text: string }>(
    `SELECT arrayJoin(arrayMap(text -> JSONExtractRaw(concat('{"x":', text, '}'), 'x'), {texts:Array(String)})) AS text`,
    { texts },
    ownRead,
  );
  return rows.map(({ text }) => text);
}

const texts = [
  '{"a": [1, {"b": null}], "": {}, "c": [ ], "d" : true}',
  '["a/b\\u2028\\u2029\\u007f\\u0001\\u001f\\n\\t\\b\\f\\r\\"\\\\\\u00e9é\\ud83d\\ude00\\/"]',
  "[1.0, 100.0, 1e2, 1e21, 1.5e-9, -0.5, 12345678901234567890, -9223372036854775808, 0.1]",
  '"text"',
  "5.0",
];

test("prints as the engine does", async () => {
  expect(texts.map(engineJson)).toEqual(await printed(texts));
});

test("prints what the engine cannot read as if it could", () => {
  expect(engineJson('["\\ud800", 1e400, 123456789012345678901234567890, -0]')).toBe(
    '["\ufffd",1.7976931348623157e308,1.2345678901234568e29,0]',
  );
});

test("prints any value as the engine does", async () => {
  const value = fc.jsonValue({ maxDepth: 3, stringUnit: "binary" });
  const sample = fc.sample(value, 1_000).map((one) => JSON.stringify(one));
  // The engine reads no integers beyond 64 bits and no half pairs.
  const unreadable = /\\ud[89a-f]|\d{19}/;
  const readable = sample.filter(
    (text) => !unreadable.test(text) && Buffer.byteLength(text) < 1_000,
  );
  expect(readable.length).toBeGreaterThan(500);
  for (let from = 0; from < readable.length; from += 50) {
    const some = readable.slice(from, from + 50);
    expect(some.map(engineJson)).toEqual(await printed(some));
  }
});
