import { expect, test } from "vitest";
import { at, members } from "./pointer.ts";

test.each<[members: readonly (string | number)[], pointer: string]>([
  [[], "#"],
  [["paths", "/call/start"], "#/paths/~1call~1start"],
  [["anyOf", 0], "#/anyOf/0"],
  [["~", "a~1b"], "#/~0/a~01b"],
  [["100%", "a%20b"], "#/100%25/a%2520b"],
])("%j is %s, and back", (given, pointer) => {
  expect(at("#", ...given)).toBe(pointer);
  expect(members(pointer)).toEqual(given.map(String));
});

test("a reference may be percent-encoded", () => {
  expect(members("#/components/schemas/A%20b")).toEqual(["components", "schemas", "A b"]);
});
