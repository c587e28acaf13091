import { describe, expect, test } from "vitest";
import { retryAfterMsOf, retryDelayMs } from "./retry.ts";

function delay(
  answer: number | undefined,
  isRepeatable: boolean,
  headers: Record<string, string> = {},
): number | undefined {
  const response =
    answer === undefined ? undefined : new Response(null, { status: answer, headers });
  return retryDelayMs(response, isRepeatable, 1, () => 1);
}

describe("a request that the server may have done is repeated only if that does no harm", () => {
  test.each([500, 502, 503, 504, 507, 408, undefined])("%s", (answer) => {
    expect(delay(answer, true)).toBe(500);
    expect(delay(answer, false)).toBeUndefined();
  });

  test.each([400, 401, 403, 404, 409, 413, 422, 501])("%s never", (answer) => {
    expect(delay(answer, true)).toBeUndefined();
  });

  test("429 always: nothing was done", () => {
    expect(delay(429, false)).toBe(500);
  });

  test("503 with a time always: nothing was done", () => {
    expect(delay(503, false, { "retry-after": "2" })).toBe(2000);
  });

  test("x-should-retry is the last word, both ways", () => {
    expect(delay(500, true, { "x-should-retry": "false" })).toBeUndefined();
    expect(delay(409, false, { "x-should-retry": "true" })).toBe(500);
  });
});

describe("the wait", () => {
  test("doubles up to 8 s, and is random between 0 and that", () => {
    const response = new Response(null, { status: 429 });
    const wait = (attempt: number, random: number): number | undefined =>
      retryDelayMs(response, false, attempt, () => random);
    expect([1, 2, 3, 4, 5, 6, 60].map((attempt) => wait(attempt, 1))).toEqual([
      500, 1000, 2000, 4000, 8000, 8000, 8000,
    ]);
    expect(wait(3, 0)).toBe(0);
    expect(wait(3, 0.5)).toBe(1000);
  });

  test("follows the server's wish, up to a minute", () => {
    expect(delay(429, false, { "retry-after": "60" })).toBe(60_000);
    expect(delay(429, false, { "retry-after": "61" })).toBeUndefined();
    expect(delay(500, true, { "retry-after-ms": "12.5" })).toBe(12.5);
  });

  const now = Date.parse("2026-03-14T12:00:00Z");
  test.each([
    [{ "retry-after": "1.5" }, 1500],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": "Sat, 14 Mar 2026 12:00:03 GMT" }, 3000],
    [{ "retry-after": "Sat, 14 Mar 2026 11:00:00 GMT" }, 0],
    [{ "retry-after": "soon" }, undefined],
    [{ "retry-after": "" }, undefined],
    [{ "retry-after": "0x10" }, 0],
    [{ "retry-after": "2, 5" }, 2000],
    [{ "retry-after-ms": "250", "retry-after": "1" }, 250],
    [{ "retry-after-ms": "never", "retry-after": "1" }, 1000],
    [{}, undefined],
  ])("of %j is %s ms", (headers, expected) => {
    expect(retryAfterMsOf(new Headers(headers), now)).toBe(expected);
  });
});
