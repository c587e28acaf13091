import { describe, expect, test } from "vitest";
import { TimeZone } from "./time-zone.ts";

const second = (iso: string): number => Date.parse(iso) / 1000;

describe("names", () => {
  test.each(["UTC", "Europe/Berlin", "europe/berlin", "America/Argentina/Buenos_Aires", "EST5EDT"])(
    "%s is known",
    (name) => {
      expect(TimeZone.named(name)).toBeDefined();
    },
  );

  test.each([
    "",
    " UTC",
    "Europe/Atlantis",
    "+02:00",
    "-0500",
    "Z",
    "UTC+2",
    "__proto__",
    "\u0000",
  ])("%j is not", (name) => {
    expect(TimeZone.named(name)).toBeUndefined();
  });
});

describe("spans of one offset", () => {
  const changes = (name: string, from: string, until: string): string[] =>
    TimeZone.named(name)!
      .spans(second(from), second(until))
      .map(({ from: at, offset }) => `${new Date(at * 1000).toISOString()} ${offset / 60}`);

  test.each([
    [
      "a year with daylight saving",
      "Europe/Berlin",
      [
        "2026-01-01T00:00:00.000Z 60",
        "2026-03-29T01:00:00.000Z 120",
        "2026-10-25T01:00:00.000Z 60",
      ],
    ],
    [
      "half an hour of daylight saving, at half hours",
      "Australia/Lord_Howe",
      [
        "2026-01-01T00:00:00.000Z 660",
        "2026-04-04T15:00:00.000Z 630",
        "2026-10-03T15:30:00.000Z 660",
      ],
    ],
    ["no change", "Asia/Kolkata", ["2026-01-01T00:00:00.000Z 330"]],
  ])("%s", (_, name, expected) => {
    expect(changes(name, "2026-01-01T00:00Z", "2027-01-01T00:00Z")).toEqual(expected);
  });

  test("two changes within seven days that cancel each other", () => {
    expect(changes("America/Recife", "2000-10-01T00:00Z", "2000-11-01T00:00Z")).toEqual([
      "2000-10-01T00:00:00.000Z -180",
      "2000-10-08T03:00:00.000Z -120",
      "2000-10-15T02:00:00.000Z -180",
    ]);
  });

  test("an offset with seconds", () => {
    expect(changes("Africa/Monrovia", "1972-01-01T00:00Z", "1972-02-01T00:00Z")).toEqual([
      "1972-01-01T00:00:00.000Z -44.5",
      "1972-01-07T00:44:30.000Z 0",
    ]);
  });

  test("a day that was left out", () => {
    expect(changes("Pacific/Apia", "2011-12-20T00:00Z", "2012-01-10T00:00Z")).toEqual([
      "2011-12-20T00:00:00.000Z -600",
      "2011-12-30T10:00:00.000Z 840",
    ]);
  });
});
