import { z } from "@hono/zod-openapi";
import { describe, expect, test } from "vitest";
import { int64Of, rawText } from "../raw-json.ts";
import { firstIssue, keeping } from "../testing/one-operation.ts";
import { fitsInt64 } from "./int64.ts";

const int64 = z.number().refine(Number.isInteger, "must be an integer");
const Body = z.looseObject({
  seed: int64.nullable().optional(),
  rows: z.array(z.looseObject({ n: z.union([int64, z.string()]) })).optional(),
  inputs: z.unknown().optional(),
});

const operation = {
  body: {
    required: true,
    content: {
      "application/json": {
        framing: "json",
        schema: Body,
        raw: ["/inputs"],
        int64: ["/seed", "/rows/*/n"],
      },
    },
  },
} as const;

async function send(body: string) {
  const { app, given } = keeping(operation);
  const response = await app.request("/", { method: "POST", body });
  return { response, body: given[0]?.body as { seed?: unknown; rows: object[]; inputs?: unknown } };
}

test("an integer of 64 bits reaches the handler digit by digit, beside the number near it", async () => {
  const { body } = await send('{"seed": 9223372036854775807, "inputs": {"x": 1.0}}');
  expect(int64Of(body, "seed")).toBe(9223372036854775807n);
  expect(rawText(body, "seed")).toBe("9223372036854775807");
  expect(body.seed).toBe(2 ** 63);
  expect(rawText(body, "inputs")).toBe('{"x": 1.0}');
});

test.each([
  ["-9223372036854775808", -(2n ** 63n)],
  ["0", 0n],
  ["1.0", 1n],
  ["1e3", 1000n],
])("takes %s", async (text, want) => {
  const { body } = await send(`{"seed":${text}}`);
  expect(int64Of(body, "seed")).toBe(want);
});

test("null and absence are no integers", async () => {
  expect(int64Of((await send('{"seed":null}')).body, "seed")).toBeUndefined();
  expect(int64Of((await send("{}")).body, "seed")).toBeUndefined();
});

test.each([
  ["9223372036854775808"],
  ["-9223372036854775809"],
  ["1.5"],
  ["1e40"],
  ["9223372036854775807.5"],
  ["1".repeat(100_000)],
  ['"7"'],
])("refuses %#: %.30s with its place", async (text) => {
  const { response } = await send(`{"seed":${text}}`);
  expect(response.status).toBe(422);
  expect(await firstIssue(response)).toMatchObject({ loc: ["body", "seed"] });
});

test("in a list the place has the index; another branch's text is not looked at", async () => {
  const good = await send('{"rows":[{"n":1},{"n":"9223372036854775808"}]}');
  expect(good.response.status).toBe(200);
  expect(int64Of(good.body.rows[0] as object, "n")).toBe(1n);
  const { response } = await send('{"rows":[{"n":1},{"n":9223372036854775808}]}');
  expect(await firstIssue(response)).toMatchObject({ loc: ["body", "rows", 1, "n"] });
});

test("the last of two members of one name is the one that counts", async () => {
  expect((await send('{"seed":9223372036854775808,"seed":1}')).response.status).toBe(200);
  expect((await send('{"seed":1,"seed":9223372036854775808}')).response.status).toBe(422);
});

describe("agrees with arithmetic", () => {
  test.each([
    [2n ** 63n - 1n, true],
    [2n ** 63n, false],
    [-(2n ** 63n), true],
    [-(2n ** 63n) - 1n, false],
    [10n ** 18n, true],
    [10n ** 19n, false],
  ])("%s: %s", (value, fits) => {
    expect(fitsInt64(String(value))).toBe(fits);
  });
});
