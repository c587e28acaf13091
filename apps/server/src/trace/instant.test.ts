import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { columnText, instantOfColumn, lastInstant, parseInstant, wireText } from "./instant.ts";

describe("parseInstant", () => {
  const cases: [text: string, iso: string, micros: number][] = [
    ["2026-01-31T23:59:59Z", "2026-01-31T23:59:59Z", 0],
    ["2026-01-31T23:59:59.000001Z", "2026-01-31T23:59:59Z", 1],
    ["2026-01-31T23:59:59.5", "2026-01-31T23:59:59Z", 500_000],
    ["2026-01-31 23:59:59.123", "2026-01-31T23:59:59Z", 123_000],
    ["2026-01-31T23:59:59.123456789Z", "2026-01-31T23:59:59Z", 123_456],
    ["2026-01-31T23:59:59+02:00", "2026-01-31T21:59:59Z", 0],
    ["2026-01-31T23:59:59-0330", "2026-02-01T03:29:59Z", 0],
    ["2026-01-31T23:59+02", "2026-01-31T21:59:00Z", 0],
    ["2026-01-31", "2026-01-31T00:00:00Z", 0],
    ["2024-02-29", "2024-02-29T00:00:00Z", 0],
    ["2000-02-29", "2000-02-29T00:00:00Z", 0],
    ["1969-12-31T23:59:59.999999Z", "1969-12-31T23:59:59Z", 999_999],
  ];
  test.each(cases)("%s", (text, iso, micros) => {
    expect(parseInstant(text)).toBe(Date.parse(iso) * 1000 + micros);
  });

  test.each([
    "",
    "soon",
    "2026",
    "2026-13-01",
    "2026-02-29",
    "2100-02-29",
    "2026-04-31",
    "2026-01-00",
    "0050-01-01",
    "2026-01-01T24:00:00Z",
    "2026-01-01T00:60:00Z",
    "2026-01-01T00:00:61Z",
    "2026-01-01T00:00:00+25:00",
    "2026-01-01T00:00:00Zulu",
  ])("is not read: %j", (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });
});

describe("a text in the minute of the text before", () => {
  const minute = "2026-01-31T23:59:";
  const primed = (text: string): number | undefined => {
    expect(parseInstant(`${minute}07Z`)).toBe(Date.parse(`${minute}07Z`) * 1000);
    return parseInstant(text);
  };
  const rests = fc.oneof(
    fc.stringMatching(/^[0-6]\d(\.\d{0,9})?Z?$/),
    fc.stringMatching(/^[0-9.:+Zz -]{0,8}$/),
  );
  test("is read as it is after a text of another minute", () => {
    fc.assert(
      fc.property(rests, (rest) => {
        expect(parseInstant("1999-01-01T00:00:00Z")).toBeDefined();
        const alone = parseInstant(minute + rest);
        expect(primed(minute + rest)).toBe(alone);
      }),
      { numRuns: 2_000 },
    );
  });

  test("is not read with anything behind a minute without seconds", () => {
    expect(parseInstant("2026-01-31T23:58Z")).toBeDefined();
    expect(parseInstant("2026-01-31T23:58Z12Z")).toBeUndefined();
  });
});

test("a moment is the same after the column and the answer", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: lastInstant }), (instant) => {
      const column = columnText(instant);
      expect(instantOfColumn(column)).toBe(instant);
      expect(parseInstant(wireText(column))).toBe(instant);
    }),
  );
});

test("answers have microseconds only if they are not zero", () => {
  expect(wireText("2026-01-31 23:59:59.000000")).toBe("2026-01-31T23:59:59Z");
  expect(wireText("2026-01-31 23:59:59.120000")).toBe("2026-01-31T23:59:59.120000Z");
});
