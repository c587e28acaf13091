import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { atOnce } from "../../budgets/loop-turns.ts";
import { jsonTexts } from "../digests/testing/json-texts.ts";
import { TooDeep, TooManyMembers } from "./json-bounds.ts";
import { MemberScan, type ScanOptions } from "./member-scan.ts";

const plain: ScanOptions = { order: "byName", nonFinite: false, maxMembers: Infinity };

function scan(text: string, options: ScanOptions = plain): MemberScan {
  const work = new MemberScan(text, options);
  atOnce(work);
  return work;
}

function isTaken(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

describe("agreement with JSON.parse", () => {
  it("accepts the same texts", () => {
    fc.assert(
      fc.property(jsonTexts, (text) => {
        expect(() => scan(text)).not.toThrow();
      }),
    );
  });

  it("refuses the same texts", () => {
    const pieces = fc.constantFrom(
      ...'{}[]:,"\\ \n\t-+.019eEtfnu'.split(""),
      "true",
      "false",
      "null",
      '"a"',
      '"a":',
      "\\u00e9",
      "\\x",
      "\\/",
      "\u0001",
      "\u00a0",
      "NaN",
      "Infinity",
    );
    const garbled = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(garbled, (text) => {
        expect(isTaken(() => scan(text))).toBe(isTaken(() => JSON.parse(text)));
      }),
      { numRuns: 3000 },
    );
  });

  it("refuses a text that is cut at any place", () => {
    fc.assert(
      fc.property(jsonTexts, fc.nat(), (text, at) => {
        const cut = text.slice(0, at % (text.length + 1));
        expect(isTaken(() => scan(cut))).toBe(isTaken(() => JSON.parse(cut)));
      }),
      { numRuns: 1000 },
    );
  });
});

test.each(["NaN", "Infinity", "-Infinity"])("only Python accepts %s as a number", (token) => {
  expect(() => scan(`[1, ${token}]`)).toThrow(SyntaxError);
  expect(() => scan(`[1, ${token}]`, { ...plain, nonFinite: true })).not.toThrow();
});

describe("depth", () => {
  it("may have 200 levels", () => {
    expect(() => scan("[".repeat(200) + "]".repeat(200))).not.toThrow();
    expect(() => scan('{"a":'.repeat(200) + "1" + "}".repeat(200))).not.toThrow();
  });

  it("of 201 levels is refused for any length of the text", () => {
    expect(() => scan("[".repeat(201) + "]".repeat(201))).toThrow(TooDeep);
    expect(() => scan("[".repeat(5_000_000))).toThrow(TooDeep);
  });

  it("counts nested containers, not all containers", () => {
    expect(() => scan(`[${"[],".repeat(1000)}[]]`)).not.toThrow();
  });
});

it("refuses too many members of all objects together", () => {
  const objects = '[{"a": 1, "b": {"c": 1}}, {"d": 1}]';
  expect(() => scan(objects, { ...plain, maxMembers: 4 })).not.toThrow();
  expect(() => scan(objects, { ...plain, maxMembers: 3 })).toThrow(TooManyMembers);
});

it("keeps nothing for members in order, only for their objects", () => {
  const { members, orders } = scan('[{"a": 1, "b": 2}, {}, {"b": 1, "a": 2}]');
  expect(orders.length).toBe(3);
  expect([orders.at(0), orders.at(1)]).toEqual([-1, -1]);
  expect(members.length).toBe(3 + 2 * 3);
});
