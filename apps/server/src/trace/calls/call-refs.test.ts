import { expect, test } from "vitest";
import { internalProjectId } from "../../access/projects.ts";
import { externalText } from "./call-refs.ts";

const id = internalProjectId("acme/p");

test.each([
  ["plain", `weave-trace-internal:///${id}/object/m:d`],
  ["with slashes escaped", `weave-trace-internal:\\/\\/\\/${id}\\/object\\/m:d`],
  ["with a letter escaped", `\\u0077eave-trace-internal:///${id}/object/m:d`],
])("an internal ref, %s, becomes external, and nothing else changes", (_, ref) => {
  expect(externalText(`{"r": "${ref}", "n": 1.0, "e": "\\u00e9\\/"}`)).toBe(
    '{"r": "weave:///acme/p/object/m:d", "n": 1.0, "e": "\\u00e9\\/"}',
  );
});

test("what holds no ref stays as it is", () => {
  const text = '{"a": "weave-trace-internal", "b": "\\u0041", "weave-trace-internal:///x/y": 1}';
  expect(externalText(text)).toBe(text);
});
