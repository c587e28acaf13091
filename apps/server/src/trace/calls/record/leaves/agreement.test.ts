import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTraces, type TestTraces } from "../../../../store/traces/testing/start-traces.ts";
import { ownRead } from "../../../../store/traces/traces.ts";
import { compactText } from "./compact-text.ts";
import { numberText, isReadable, readableNumber } from "./number-text.ts";
import { columnsOf } from "./testing/leaf-columns.ts";
import { payloadTexts } from "./testing/payload-texts.ts";
import { tagged, valuesOf, wellFormedValue } from "./testing/payload-values.ts";

let store: TestTraces;
beforeAll(async () => {
  store = await startTraces();
});
afterAll(() => store[Symbol.asyncDispose]());

/** What the engine's JSON functions make of texts; '' for a text that they cannot read. */
async function engineTexts(texts: readonly string[]): Promise<string[]> {
  const rows = await store.traces.query<{ read: string[] }>(
    "SELECT arrayMap(one -> JSONExtractRaw(one), {texts:Array(String)}) AS read",
    { texts },
    ownRead,
  );
  return rows[0]!.read;
}

const tokens: fc.Arbitrary<string> = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value.toExponential()),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(String),
  fc
    .tuple(fc.bigInt(), fc.nat(), fc.integer({ min: -400, max: 400 }))
    .map(([whole, fraction, exponent]) => `${whole}.${fraction}E${exponent}`),
  fc.constantFrom(
    "-0",
    "-0.0",
    "-0e5",
    "-1e-400",
    "1e-400",
    "1e400",
    "-1e400",
    "1e20",
    "1e21",
    "0.000001",
    "0.0000001",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "18446744073709551615",
    "18446744073709551616",
    "123456789012345680000",
    `0.${"1".repeat(2_000)}`,
    `${"1".repeat(300)}.5`,
    "1".repeat(400),
  ),
);

describe("the engine's JSON functions", () => {
  test("print numbers as leaves do", async () => {
    const lists = fc.array(tokens, { minLength: 1, maxLength: 100 });
    await fc.assert(
      fc.asyncProperty(lists, async (list) => {
        const sent = await engineTexts(list);
        const readable = await engineTexts(list.map(readableNumber));
        expect(readable).toEqual(list.map(numberText));
        const isAlike = sent.map((text, at) => text === readable[at]);
        expect(isAlike).toEqual(list.map(isReadable));
      }),
      { numRuns: 100 },
    );
  });

  test("read each payload, or its twin, as leaves do", async () => {
    // A parameter of a query is bounded.
    const shortTexts = payloadTexts.filter((text) => text.length < 20_000);
    await fc.assert(
      fc.asyncProperty(shortTexts, async (text) => {
        const [read = ""] = await engineTexts([columnsOf(text).readable ?? compactText(text)]);
        const leavesOf = (json: string): unknown[] =>
          valuesOf(wellFormedValue(json), []).map(({ path, value }) => [path, tagged(value)]);
        expect(leavesOf(read)).toEqual(leavesOf(text));
      }),
      { numRuns: 150 },
    );
  });

  test("need no twin for payloads of usual requests", () => {
    for (const text of [
      '{"a":"\\u0000\u007f\u2028\\n","b":[1.5,-1,1e21,9007199254740993]}',
      '"x"',
      "5",
      "{}",
    ]) {
      expect(columnsOf(text).readable).toBeUndefined();
    }
  });

  test("read values that are nested as deep as requests may be", async () => {
    const deep = "[".repeat(1_000) + "]".repeat(1_000);
    expect(await engineTexts([deep])).toEqual([deep]);
  });
});
