import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTraces, type TestTraces } from "../../store/traces/testing/start-traces.ts";
import { ownRead } from "../../store/traces/traces.ts";
import { convert } from "./convert.ts";
import { cast } from "./testing/casts.ts";

let store: TestTraces;
beforeAll(async () => {
  store = await startTraces();
  await store.traces.command(
    "CREATE TABLE texts (n UInt32, s String) ENGINE = MergeTree ORDER BY n",
  );
});
afterAll(() => store[Symbol.asyncDispose]());

/** Every short text of the characters that numbers, and what looks like numbers, are made of. */
function shortTexts(): string[] {
  let longest = [""];
  const all = [""];
  for (let length = 1; length <= 4; length += 1) {
    longest = longest.flatMap((text) => Array.from("+-.05eEinfx_ ", (one) => text + one));
    all.push(...longest);
  }
  return all;
}

const spellings = [
  "inf -Infinity nan NaN 0x10 1_000 1,5 ١ true TRUE 255 256 +255 0000255 65536 -0.0",
  "1e308 1.8e308 -1e999 1e-999 4.9e-324 2.2250738585072011e-308 0.1234567890123456789",
  "9223372036854775807 9223372036854775808 -9223372036854775808 -9223372036854775809",
  `18446744073709551616 18446744073709551621 1${"0".repeat(200)}e-200`,
  `${"0".repeat(127)}5 ${"0".repeat(128)}5 5\0 5\n`,
].flatMap((some) => some.split(" "));
const digits = fc.string({ unit: fc.constantFrom(...Array.from("0123456789")), maxLength: 24 });
const random = fc
  .tuple(fc.constantFrom("", "-", "+"), digits, fc.constantFrom("", "."), digits, fc.integer())
  .map(([sign, whole, point, part, power]) => [
    `${sign}${whole}${point}${part}`,
    `${sign}${whole}${point}${part}e${power % 330}`,
  ]);

test("texts are numbers and truth values for the engine as for the evaluator", async () => {
  const texts = [...shortTexts(), ...spellings, ...fc.sample(random, 10_000).flat()];
  const rows = texts.map((s, n) => JSON.stringify({ n, s }));
  await store.traces.insert("texts", rows, "texts");
  const text = { name: "s", sql: "s", type: "string", isNullable: false } as const;
  const [double, int, bool] = (["double", "int", "bool"] as const).map(
    (to) => convert(text, to).sql,
  );
  const answers = await store.traces.query<Record<string, unknown>>(
    `SELECT toString(${double}) AS double, toString(${int}) AS int, ${bool} AS bool
    FROM texts ORDER BY n`,
    {},
    ownRead,
  );
  const found = answers.map((row, n) => [
    texts[n],
    row["double"],
    row["int"],
    truthOf(row["bool"]),
  ]);
  const expected = texts.map((s) => {
    const [number, whole] = [cast(s, "double"), cast(s, "int")];
    return [s, cast(number, "string"), cast(whole, "string"), cast(s, "bool")];
  });
  const different = found.filter((row, n) => JSON.stringify(row) !== JSON.stringify(expected[n]));
  expect(different).toEqual([]);
});

function truthOf(value: unknown): boolean | null {
  return value === null ? null : Boolean(value);
}
