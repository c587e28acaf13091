import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isJsonArray, isJsonObject, type JsonNode } from "../objects/builtin/json-tree.ts";
import { jsonTexts } from "../digests/testing/json-texts.ts";
import { treeContent } from "../digests/testing/tree-content.ts";
import { parseJson } from "../digests/testing/tree-reader.ts";
import { canonical } from "../digests/testing/tree-writer.ts";
import { JsonPlaces } from "./json-places.ts";

/** All paths into a value, each with the node at its end. */
function ways(node: JsonNode): [way: (string | number)[], node: JsonNode][] {
  const entries: [string | number, JsonNode][] = [];
  if (isJsonArray(node)) entries.push(...node.entries());
  if (isJsonObject(node)) entries.push(...node);
  const inner = entries.flatMap(([step, value]) =>
    ways(value).map(([way, end]): [(string | number)[], JsonNode] => [[step, ...way], end]),
  );
  return [[[], node], ...inner];
}

function follow(places: JsonPlaces, way: readonly (string | number)[]): number | undefined {
  let at: number | undefined = places.root;
  for (const step of way) {
    if (at === undefined) return undefined;
    at = typeof step === "number" ? places.item(at, step) : places.member(at, step);
  }
  return at;
}

describe("paths into a text", () => {
  it("lead to the same nodes as in a tree, in any order of use", () => {
    fc.assert(
      fc.property(jsonTexts, fc.nat(), (json, seed) => {
        const { text } = treeContent(json);
        const places = new JsonPlaces(text);
        const all = ways(parseJson(text));
        // Every path once, in an order that jumps back and forth.
        const shuffled = all.toSorted(
          (a, b) => ((a[0].length * 7919 + seed) % 13) - ((b[0].length * 7919 + seed) % 13),
        );
        for (const [way, node] of [...shuffled.toReversed(), ...all]) {
          const at = follow(places, way);
          if (at === undefined) throw new Error(`nothing at ${JSON.stringify(way)} in ${text}`);
          const found = places.textOf(at);
          expect(found.replaceAll("1e999", "Infinity")).toBe(
            canonical(node).replaceAll("1e999", "Infinity"),
          );
          if (typeof node === "string") expect(places.string(at)).toBe(node);
          if (isJsonArray(node)) expect(places.length(at)).toBe(node.length);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("find each of many entries, from either end", () => {
    const names = Array.from({ length: 1_000 }, (_, at) => `name ${at}`);
    const { text } = treeContent(
      JSON.stringify({
        list: names,
        object: Object.fromEntries(names.map((name) => [name, name])),
      }),
    );
    for (const order of [names, names.toReversed()]) {
      const places = new JsonPlaces(text);
      const list = places.member(places.root, "list") ?? -1;
      const object = places.member(places.root, "object") ?? -1;
      for (const name of order) {
        expect(places.string(places.item(list, names.indexOf(name)))).toBe(name);
        expect(places.string(places.member(object, name))).toBe(name);
      }
    }
  });

  it.each([
    ["an unknown name", '{"a": 1, "c": 2}', ["b"]],
    ["an item after the last", "[1, 2]", [2]],
    ["a negative item", "[1, 2]", [-1]],
    ["an item of an object", '{"0": 1}', [0]],
    ["a member of an array", "[1]", ["0"]],
    ["a member of a string", '"abc"', ["length"]],
    ["an item of an empty array", "[]", [0]],
    ["a member of an empty object", "{}", ["a"]],
  ])("lead nowhere: %s", (_, text, way) => {
    const places = new JsonPlaces(text);
    expect(follow(places, way)).toBeUndefined();
    expect(follow(places, way)).toBeUndefined();
  });
});

it("reads a large text once for any number of paths into it", () => {
  const inner = (levels: number): string =>
    levels === 0 ? `[${"0, ".repeat(1_000_000)}0]` : `{"a": ${inner(levels - 1)}, "b": ${levels}}`;
  const text = inner(150);
  const places = new JsonPlaces(text);
  const start = process.cpuUsage();
  const once = new JsonPlaces(text).textOf(0).length;
  const oneScan = process.cpuUsage(start);
  const begin = process.cpuUsage();
  let at = places.root;
  for (let level = 150; level > 0; level -= 1) {
    // After the large member, so that each level must skip all of it.
    expect(places.textOf(places.member(at, "b") ?? -1)).toBe(String(level));
    at = places.member(at, "a") ?? -1;
  }
  for (let item = 1_000_000; item > 0; item -= 1_000) places.item(at, item);
  const all = process.cpuUsage(begin);
  expect(once).toBe(text.length);
  // A pass on each level would take 150 passes.
  expect(all.user + all.system).toBeLessThan(40 * (oneScan.user + oneScan.system) + 200_000);
});
