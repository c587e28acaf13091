import { BadRequest } from "@heddle/server-kit";
import { expect, test } from "vitest";
import { readPreferences, writePreferences, type Preferences } from "./preferences.ts";

test.each<[string | null, Preferences]>([
  [null, {}],
  ["", {}],
  ["example=finished", { example: "finished" }],
  ["code=404", { code: 404 }],
  ["status=404", { code: 404 }],
  ["example=deleted, code=404", { example: "deleted", code: 404 }],
  ["Example = deleted ,,CODE=404", { example: "deleted", code: 404 }],
  ['example="two words, one; name"', { example: "two words, one; name" }],
  [String.raw`example="a \"b\" \\ c"`, { example: String.raw`a "b" \ c` }],
  ["code=404; why=test, code=500", { code: 404 }],
  ["return=minimal, respond-async, wait=10", {}],
  ["delay=250", { delayMs: 250 }],
])("Prefer: %s", (header, wanted) => {
  expect(readPreferences(header)).toEqual(wanted);
});

test.each([
  ["code=many", 'Prefer: code is a number from 100 to 599, not "many"'],
  ["code=99", 'Prefer: code is a number from 100 to 599, not "99"'],
  ["delay=60001", 'Prefer: delay is a number from 0 to 60000, not "60001"'],
  ["a=b=c", "Prefer cannot be read at a=b=c."],
  ['example="open', 'Prefer cannot be read at example="open.'],
  ["example=two words", "Prefer cannot be read at example=two words."],
])("Prefer: %s is refused", (header, reason) => {
  expect(() => readPreferences(header)).toThrow(BadRequest);
  expect(() => readPreferences(header)).toThrow(reason);
});

test.each<[Preferences, string | undefined]>([
  [{}, undefined],
  [{ code: 404, example: "deleted", delayMs: 5 }, "example=deleted, code=404, delay=5"],
  [{ example: 'a "b"' }, String.raw`example="a \"b\""`],
])("applied preferences read back as the same: %o", (preferences, wanted) => {
  expect(writePreferences(preferences)).toBe(wanted);
  expect(readPreferences(wanted ?? null)).toEqual(preferences);
});
