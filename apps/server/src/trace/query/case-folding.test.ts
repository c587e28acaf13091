import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTraces, type TestTraces } from "../../store/traces/testing/start-traces.ts";
import { ownRead } from "../../store/traces/traces.ts";
import { foldCase, foldedSql, isCaseless } from "./case-folding.ts";

let store: TestTraces;
beforeAll(async () => {
  store = await startTraces();
});
afterAll(() => store[Symbol.asyncDispose]());

/** Characters with another case, and those that the foldings of such characters contain. */
const cased: readonly string[] = Array.from({ length: 0x11_0000 }, (_, code) => code)
  .filter((code) => code < 0xd8_00 || code > 0xdf_ff)
  .map((code) => String.fromCodePoint(code))
  .filter((one) => one.toLowerCase() !== one || one.toUpperCase() !== one);

async function foldedByEngine(texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (let from = 0; from < texts.length; from += 500) {
    const rows = await store.traces.query<{ folded: string }>(
      `SELECT ${foldedSql("text")} AS folded FROM (SELECT arrayJoin({texts:Array(String)}) AS text)`,
      { texts: texts.slice(from, from + 500) },
      ownRead,
    );
    found.push(...rows.map(({ folded }) => folded));
  }
  return found;
}

test("the engine folds each character with a case as we do", async () => {
  expect(cased.length).toBeGreaterThan(2_500);
  expect(await foldedByEngine(cased)).toEqual(cased.map(foldCase));
});

test("the engine folds texts as we do, whatever stands beside a character", async () => {
  const character = fc.oneof(
    fc.constantFrom(...cased),
    fc.constantFrom(...Array.from("ΣσςİıIiſKßẞǅ\u0307\u0300'.-1 aéᲐაᎠꭰ𐐀𐐨")),
  );
  const text = fc.array(character, { maxLength: 12 }).map((all) => all.join(""));
  const texts = fc.sample(text, 5_000);
  expect(await foldedByEngine(texts)).toEqual(texts.map(foldCase));
});

test("only a caseless text itself has its folding", () => {
  const folded = new Map(cased.map((one) => [one, foldCase(one)]));
  const reached = new Set([...folded.values()].flatMap((one) => Array.from(one)));
  for (const one of reached) expect(isCaseless(one), one).toBe(false);
  for (const text of ["日本", "123", "", "«?»\n", "ªº", "\u{1f600}"]) {
    expect(isCaseless(text), text).toBe(true);
  }
});

describe("finds", () => {
  test.each([
    ["straße", "STRASSE", false],
    ["STRAẞE", "straße", true],
    ["ΟΔΟΣ", "οδος", true],
    ["ὁδός", "Σ", true],
    ["İstanbul", "i̇stanbul", true],
    ["İstanbul", "istanbul", false],
    ["ISTANBUL", "ıstanbul", false],
    ["\u212a", "k", true],
    ["ſ", "s", false],
    ["ᏣᎳᎩ", "ꮳꮃꭹ", true],
    ["ᲡᲐᲥᲐᲠᲗᲕᲔᲚᲝ", "საქართველო", true],
    ["𐐔𐐇𐐝𐐀𐐡𐐇𐐓", "𐐼𐐯𐑅𐐨𐑉𐐯𐐻", true],
    ["ПРИВЕТ", "привет", true],
    ["ǅ", "Ǆ", true],
    ["ＦＵＬＬ", "ｆｕｌｌ", true],
  ])("%s: %s is in it: %s", async (text, part, isIn) => {
    expect(foldCase(text).includes(foldCase(part))).toBe(isIn);
    const [row] = await store.traces.query<{ found: number }>(
      `SELECT position(${foldedSql("{text:String}")}, ${foldedSql("{part:String}")}) > 0 AS found`,
      { text, part },
      ownRead,
    );
    expect(Boolean(row?.found)).toBe(isIn);
  });
});
