import { describe, expect, it, test } from "vitest";
import { InvalidInput } from "../../refusals/refusal.ts";
import { compareKeys, rowOrder, sortKeys } from "./row-order.ts";

function sorted(rows: readonly string[], ...terms: [string, "asc" | "desc"][]): string[] {
  const order = rowOrder(terms.map(([field, direction]) => ({ field, direction })));
  const keys = new Map(rows.map((row) => [row, sortKeys(row, order)]));
  return rows.toSorted((a, b) => compareKeys(keys.get(a) ?? [], keys.get(b) ?? [], order));
}

const mixed = [
  '{"a": "b"}',
  '{"a": 10}',
  '{"b": 1}',
  '{"a": true}',
  '{"a": null}',
  '{"a": [1, {"x": 2}]}',
  '{"a": -1.5}',
  '{"a": "a"}',
];
const ascending = [2, 4, 6, 3, 1, 5, 7, 0].map((at) => mixed[at] ?? "");

describe("order", () => {
  it("puts absent values before numbers and numbers before text, and is stable", () =>
    expect(sorted(mixed, ["a", "asc"])).toEqual(ascending));

  it("reverses the whole order for desc", () =>
    expect(sorted(mixed, ["a", "desc"])).toEqual(
      [0, 7, 5, 1, 3, 6, 2, 4].map((at) => mixed[at] ?? ""),
    ));

  it("uses the next term for ties", () => {
    const rows = ['{"a": 1, "b": 1}', '{"a": 0, "b": 1}', '{"a": 1, "b": 2}'];
    expect(sorted(rows, ["a", "asc"], ["b", "desc"])).toEqual([rows[1], rows[2], rows[0]]);
  });

  it("orders text by code point", () => {
    const rows = ['{"a": "\u{1f680}"}', '{"a": "\uffee"}'];
    expect(sorted(rows, ["a", "asc"])).toEqual([rows[1], rows[0]]);
  });

  test.each([
    ["a member of a member", "a.b", '{"a": {"b": 1}}', [1]],
    ["an item of an array", "a.1", '{"a": [1, 2]}', [2]],
    ["a member with a number for a name", "a.1", '{"a": {"1": 3}}', [3]],
    ["a member of an array", "a.b", '{"a": [1]}', [null]],
    ["a member of a text", "a.length", '{"a": "x"}', [null]],
    ["a container", "a", '{"a": {"b": [1, 2.0]}}', ['{"b":[1,2.0]}']],
  ])("%s", (_, field, row, keys) =>
    expect(sortKeys(row, rowOrder([{ field, direction: "asc" }]))).toEqual(keys),
  );

  test.each(["", ".a", "a.", "a..b"])("%j is no path", (field) =>
    expect(() => rowOrder([{ field, direction: "asc" }])).toThrow(InvalidInput),
  );

  it("reads no deeper than values may be nested", () => {
    const [term] = rowOrder([{ field: "a.".repeat(1_000_000) + "a", direction: "asc" }]);
    expect(term?.path.length).toBeLessThan(300);
  });
});
