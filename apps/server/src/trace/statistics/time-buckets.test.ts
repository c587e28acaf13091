import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { walkedBuckets } from "./testing/walked-buckets.ts";
import { type TimeBuckets, timeBuckets } from "./time-buckets.ts";
import { TimeZone } from "./time-zone.ts";

const hour = 3_600;
const day = 24 * hour;

function buckets(zone: string, start: string, end: string, granularity: number): TimeBuckets {
  const at = (iso: string): number => Date.parse(iso) * 1000;
  return timeBuckets(TimeZone.named(zone)!, at(start), at(end), granularity);
}

function begins(zone: string, start: string, end: string, granularity: number): string[] {
  return buckets(zone, start, end, granularity).starts.map((at) =>
    new Date(at / 1000).toISOString().slice(0, 16),
  );
}

describe("buckets follow the clocks of the zone", () => {
  test.each<[string, string, string, string, number, string[]]>([
    [
      "the first may begin before the start",
      "UTC",
      "2026-01-01T00:07:00.000Z",
      "2026-01-01T00:15Z",
      300,
      ["2026-01-01T00:05", "2026-01-01T00:10"],
    ],
    [
      "the end does not count",
      "UTC",
      "2026-01-01T00:00Z",
      "2026-01-01T00:10Z",
      300,
      ["2026-01-01T00:00", "2026-01-01T00:05"],
    ],
    [
      "a part of a second after a line counts",
      "UTC",
      "2026-01-01T00:00Z",
      "2026-01-01T00:05:00.001Z",
      300,
      ["2026-01-01T00:00", "2026-01-01T00:05"],
    ],
    [
      "a day of 25 hours",
      "Europe/Berlin",
      "2026-10-24T10:00Z",
      "2026-10-26T23:00Z",
      day,
      ["2026-10-23T22:00", "2026-10-24T22:00", "2026-10-25T23:00"],
    ],
    [
      "a day of 23 hours",
      "Europe/Berlin",
      "2026-03-28T10:00Z",
      "2026-03-30T21:00Z",
      day,
      ["2026-03-27T23:00", "2026-03-28T23:00", "2026-03-29T22:00"],
    ],
    [
      "the hour that comes twice has two buckets",
      "Europe/Berlin",
      "2026-10-25T00:00Z",
      "2026-10-25T03:00Z",
      hour,
      ["2026-10-25T00:00", "2026-10-25T01:00", "2026-10-25T02:00"],
    ],
    [
      "of two hours, one of which comes twice, there is one bucket",
      "Europe/Berlin",
      "2026-10-25T00:00Z",
      "2026-10-25T06:00Z",
      2 * hour,
      ["2026-10-25T00:00", "2026-10-25T03:00", "2026-10-25T05:00"],
    ],
    [
      "a quarter of a day loses its hour",
      "Europe/Berlin",
      "2026-03-28T23:00Z",
      "2026-03-29T12:00Z",
      6 * hour,
      ["2026-03-28T23:00", "2026-03-29T04:00", "2026-03-29T10:00"],
    ],
    [
      "hours of a zone with half an hour",
      "Asia/Kolkata",
      "2026-01-01T10:30Z",
      "2026-01-01T12:30Z",
      hour,
      ["2026-01-01T10:30", "2026-01-01T11:30"],
    ],
    [
      "clocks set back by half of a bucket",
      "Australia/Lord_Howe",
      "2026-04-04T13:00Z",
      "2026-04-04T17:30Z",
      hour,
      ["2026-04-04T13:00", "2026-04-04T14:00", "2026-04-04T15:30", "2026-04-04T16:30"],
    ],
    [
      "a midnight that comes twice begins one day",
      "America/Havana",
      "2026-10-31T12:00Z",
      "2026-11-02T05:00Z",
      day,
      ["2026-10-31T04:00", "2026-11-01T04:00"],
    ],
    [
      "a day goes on when its first minute has passed and clocks are set back to the day before",
      "America/St_Johns",
      "2006-10-28T12:00Z",
      "2006-10-30T12:00Z",
      day,
      ["2006-10-28T02:30", "2006-10-29T02:30", "2006-10-30T03:30"],
    ],
    [
      "a midnight that clocks leave out",
      "Africa/Cairo",
      "2026-04-23T12:00Z",
      "2026-04-25T12:00Z",
      day,
      ["2026-04-22T22:00", "2026-04-23T22:00", "2026-04-24T21:00"],
    ],
    [
      "a whole day that clocks leave out",
      "Pacific/Apia",
      "2011-12-29T12:00Z",
      "2011-12-31T12:00Z",
      day,
      ["2011-12-29T10:00", "2011-12-30T10:00", "2011-12-31T10:00"],
    ],
    [
      "a zone that changed its offset",
      "Asia/Pyongyang",
      "2015-08-13T16:00Z",
      "2015-08-15T16:00Z",
      day,
      ["2015-08-13T15:00", "2015-08-14T15:30", "2015-08-15T15:30"],
    ],
    [
      "weeks are counted from 1970-01-01, a Thursday",
      "Europe/Berlin",
      "2026-01-05T00:00Z",
      "2026-01-10T00:00Z",
      7 * day,
      ["2025-12-31T23:00", "2026-01-07T23:00"],
    ],
    ["no time", "UTC", "2026-01-01T00:00Z", "2026-01-01T00:00Z", 300, []],
    [
      "the longest bucket",
      "America/New_York",
      "1970-01-01T00:00Z",
      "1970-01-01T12:00Z",
      4_294_967_295,
      ["1833-11-24T22:27", "1970-01-01T05:00"],
    ],
  ])("%s", (_, zone, start, end, granularity, expected) => {
    expect(begins(zone, start, end, granularity)).toEqual(expected);
  });
});

/** Zones whose clocks were changed in every way that there is. */
const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/St_Johns",
  "America/Havana",
  "America/Sao_Paulo",
  "Africa/Cairo",
  "Africa/Casablanca",
  "Antarctica/Troll",
  "Antarctica/Vostok",
  "Asia/Kathmandu",
  "Asia/Pyongyang",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Pacific/Kiritimati",
  "Pacific/Chatham",
];

/** Moments near a change of clocks in one of the zones, and any others. */
const changes = [
  "1985-12-31T18:30Z",
  "1994-01-31T17:00Z",
  "1994-12-31T10:00Z",
  "1999-10-03T03:00Z",
  "2006-10-29T02:31Z",
  "2011-12-30T10:00Z",
  "2015-08-14T15:00Z",
  "2018-05-04T15:00Z",
  "2020-02-16T02:00Z",
  "2023-04-23T02:00Z",
  "2025-03-09T07:00Z",
  "2025-04-05T14:45Z",
  "2025-04-24T22:00Z",
  "2025-10-26T01:00Z",
  "2025-11-02T06:00Z",
].map((iso) => Date.parse(iso));

const spans = fc.record({
  zone: fc.constantFrom(...zones),
  start: fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -3 * day, max: 2 * hour }))
    .map(([at, seconds]) => at + seconds * 1000),
  length: fc.integer({ min: 1, max: 5 * day }),
  minutes: fc.oneof(
    fc.constantFrom(1, 5, 15, 30, 45, 60, 90, 120, 180, 360, 420, 720, 1440, 2880, 10_080),
    fc.integer({ min: 1, max: 3000 }),
  ),
});

describe("for any span, zone and granularity", () => {
  test("the buckets are those that a walk through all minutes finds", () => {
    fc.assert(
      fc.property(spans, ({ zone, start, length, minutes }) => {
        const end = start + length * 1000;
        const found = timeBuckets(TimeZone.named(zone)!, start * 1000, end * 1000, minutes * 60);
        const walked = walkedBuckets(zone, start, end, minutes * 60_000);
        expect(found.starts.map((at) => at / 1000)).toEqual(walked);
      }),
      { numRuns: 150 },
    );
  });

  test("the rule gives each moment the bucket that began last", () => {
    const moment = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(spans, fc.array(moment), ({ zone, start, length, minutes }, parts) => {
        const span = length * 1_000_000;
        const from = start * 1000;
        const { starts, even, granularity } = timeBuckets(
          TimeZone.named(zone)!,
          from,
          from + span,
          minutes * 60,
        );
        const moments = [...parts.map((part) => from + Math.floor(part * span)), ...starts];
        for (const at of moments.filter((one) => one >= from)) {
          const { line, index } = even.findLast((one) => one.from <= at)!;
          const byRule = index + Math.trunc((at - line) / (granularity * 1_000_000));
          expect(byRule).toBe(starts.findLastIndex((one) => one <= at));
        }
      }),
    );
  });
});
