import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parameterNames, segmentMatch } from "./segment-template.ts";

/** The same as a regular expression: OpenAPI's words mean this. */
function asExpression(template: string): RegExp {
  const parts = template
    .split(/(\{[^{}]+\})/)
    .map((part) => (part.startsWith("{") ? "(.+?)" : part.replaceAll(/[^\w]/g, String.raw`\$&`)));
  return new RegExp(`^${parts.join("")}$`, "s");
}

test("reads segments as the expression of the template does", () => {
  const text = fc.string({ unit: fc.constantFrom("a", ".", ":", "-"), maxLength: 3 });
  const template = fc
    .tuple(text, fc.array(text, { minLength: 1, maxLength: 3 }))
    .map(([first, texts]) => first + texts.map((one, at) => `{p${at}}${one}`).join(""));
  const segment = fc.string({ unit: fc.constantFrom("a", ".", ":", "-"), maxLength: 12 });
  fc.assert(
    fc.property(template, segment, (given, asked) => {
      const found = asExpression(given).exec(asked);
      expect(segmentMatch(given)(asked)).toEqual(found ? found.slice(1) : undefined);
    }),
    { numRuns: 5000 },
  );
});

test("a segment without parameters is itself", () => {
  expect(segmentMatch("calls")("calls")).toEqual([]);
  expect(segmentMatch("calls")("call")).toBeUndefined();
});

test("names the parameters in order", () => {
  expect(parameterNames("/a/{user-id}/{x.y}:{1}")).toEqual(["user-id", "x.y", "1"]);
});
