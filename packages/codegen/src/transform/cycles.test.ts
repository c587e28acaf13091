import { expect, test } from "vitest";
import { cyclesOf, depthFirst } from "./cycles.ts";

function cyclesIn(graph: Readonly<Record<string, string>>): string {
  const edges = Object.entries(graph).map(
    ([name, others]) => [name, others.split("").map((other) => ({ name: other }))] as const,
  );
  const groups = Map.groupBy(cyclesOf(new Map(edges)), ([, cycle]) => cycle);
  return [...groups.values()]
    .map((group) =>
      group
        .map(([name]) => name)
        .sort()
        .join(""),
    )
    .sort()
    .join(" ");
}

test.each<[graph: Readonly<Record<string, string>>, want: string]>([
  [{ a: "b", b: "c", c: "" }, "a b c"],
  [{ a: "a", b: "a" }, "a b"],
  [{ a: "b", b: "a", c: "a" }, "ab c"],
  [{ a: "b", b: "c", c: "a", d: "ce", e: "f", f: "e" }, "abc d ef"],
  [{ a: "bd", b: "c", c: "b", d: "ca" }, "ad bc"],
  [{ a: "b", b: "ac", c: "d", d: "b" }, "abcd"],
])("the cycles of %j are %s", (graph, want) => {
  expect(cyclesIn(graph)).toBe(want);
});

test("a walk leaves the targets of a node before the node", () => {
  const graph: Record<string, string[]> = { a: ["b", "c"], b: ["d"], c: ["d"], d: ["a"] };
  const left: string[] = [];
  depthFirst("abcd", (name) => graph[name] ?? [], { leave: (name) => left.push(name) });
  expect(left).toEqual(["d", "b", "c", "a"]);
});

test("a chain may have any length", () => {
  const names = Array.from({ length: 50_000 }, (_, index) => String(index));
  const chain = names.map(
    (name) => [name, [{ name: String((Number(name) + 1) % 50_000) }]] as const,
  );
  expect(new Set(cyclesOf(new Map(chain)).values()).size).toBe(1);
});
