import { describe, expect, it, test } from "vitest";
import { InvalidInput } from "../../refusals/refusal.ts";
import { applyEdits, checkMoves, type TableEdit } from "./table-changes.ts";

const base = ["a", "b", "c"];

describe("changes", () => {
  const changes: readonly [string, TableEdit[], string, string][] = [
    ["none", [], "abc", ""],
    ["append", [{ kind: "append", digest: "d" }], "abcd", "d"],
    ["pop the first", [{ kind: "pop", index: 0 }], "bc", "a"],
    ["pop the last", [{ kind: "pop", index: 2 }], "ab", "c"],
    ["insert before the first", [{ kind: "insert", index: 0, digest: "x" }], "xabc", "x"],
    ["insert at the end", [{ kind: "insert", index: 3, digest: "x" }], "abcx", "x"],
    [
      "each on the result of the one before",
      [
        { kind: "append", digest: "d" },
        { kind: "pop", index: 3 },
        { kind: "pop", index: 0 },
        { kind: "insert", index: 1, digest: "x" },
      ],
      "bxc",
      "ddax",
    ],
  ];

  test.each(changes)("%s", (_, edits, rows, updated) => {
    const result = applyEdits(base, edits);
    expect(result.rowDigests.join("")).toBe(rows);
    expect(result.updated.join("")).toBe(updated);
    expect(base).toEqual(["a", "b", "c"]);
  });

  const refused: readonly [string, TableEdit[]][] = [
    ["pop after the end", [{ kind: "pop", index: 3 }]],
    ["pop before the start", [{ kind: "pop", index: -1 }]],
    ["insert after the end", [{ kind: "insert", index: 4, digest: "x" }]],
    ["insert before the start", [{ kind: "insert", index: -1, digest: "x" }]],
  ];

  test.each(refused)("%s is refused", (_, edits) =>
    expect(() => applyEdits(base, edits)).toThrow(InvalidInput),
  );

  it("the error names the wrong change and the reason", () => {
    const edits: TableEdit[] = [
      { kind: "pop", index: 0 },
      { kind: "pop", index: 9 },
    ];
    expect(() => applyEdits(base, edits)).toThrow(
      "updates[1].pop.index is 9, but the table has 2 rows at that point",
    );
  });

  it("accepts any number of appends, but not of pops and inserts", () => {
    const appends = Array.from({ length: 100_000 }, (): TableEdit => ({
      kind: "append",
      digest: "d",
    }));
    expect(applyEdits(base, appends).rowDigests).toHaveLength(100_003);
    const moves = Array.from({ length: 10_001 }, (): TableEdit => ({
      kind: "insert",
      index: 0,
      digest: "d",
    }));
    expect(() => checkMoves(moves)).toThrow(InvalidInput);
    expect(() => checkMoves([...moves.slice(1), ...appends])).not.toThrow();
  });
});
