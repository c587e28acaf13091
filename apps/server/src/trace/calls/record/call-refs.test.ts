import { describe, expect, test } from "vitest";
import { requesterOf } from "../../../access/testing/requester-of.ts";
import { principalOf } from "../../testing/trace-records.ts";
import { collectRefs, externalText } from "./call-refs.ts";

const { projects } = requesterOf(principalOf("acme"));
const { id } = projects.named("acme/p");

test.each([
  ["plain", `weave-trace-internal:///${id}/object/m:d`],
  ["with slashes escaped", `weave-trace-internal:\\/\\/\\/${id}\\/object\\/m:d`],
  ["with a letter escaped", `\\u0077eave-trace-internal:///${id}/object/m:d`],
])("an internal ref, %s, becomes external, and nothing else changes", (_, ref) => {
  expect(externalText(`{"r": "${ref}", "n": 1.0, "e": "\\u00e9\\/"}`, projects)).toBe(
    '{"r": "weave:///acme/p/object/m:d", "n": 1.0, "e": "\\u00e9\\/"}',
  );
});

test("a text without a ref does not change", () => {
  const text = '{"a": "weave-trace-internal", "b": "\\u0041", "weave-trace-internal:///x/y": 1}';
  expect(externalText(text, projects)).toBe(text);
});

describe("the refs in a text", () => {
  const refs = (json: string, most = 1_000): string[] => collectRefs(json, most, projects);

  test.each([
    [
      "once each, in the order of the text",
      '["weave:///a/b/x", {"c": "weave:///a/b/w"}, "weave:///a/b/x"]',
    ],
    ["with letters and slashes escaped", '["\\u0077eave:\\/\\/\\/a/b/x", "weave:///a/b/\\u0077"]'],
    [
      "in internal form",
      `["weave-trace-internal:///${projects.named("a/b").id}/x", "weave:///a/b/w"]`,
    ],
  ])("are found %s", (_, json) => expect(refs(json)).toEqual(["weave:///a/b/x", "weave:///a/b/w"]));

  test.each([
    ["names of members", '{"weave:///a/b/x": 1}'],
    ["texts that mention one", '"see weave:///a/b/x"'],
    ["JSON inside of strings", JSON.stringify('["weave:///a/b/x"]')],
    ["refs that name no project", '["weave:///a", "weave:///a/b", "weave:///a/b/"]'],
  ])("are not %s", (_, json) => expect(refs(json)).toEqual([]));

  test("are cut if they are too many for a row", () => {
    const many = Array.from({ length: 1_000 }, (_, at) => `weave:///a/b/call/${1_000 + at}`);
    const found = refs(JSON.stringify(many), 500);
    expect(found).toEqual(many.slice(0, found.length));
    expect(found.join("").length).toBeGreaterThan(500);
    expect(found.length).toBeLessThan(40);
  });
});
