import { expect, test } from "vitest";
import { tinyShapes } from "../trust/testing/shapes.ts";
import { checkShape } from "./check-shape.ts";

const shape = tinyShapes["llama, tied"]!;

test.each([
  ["width", { width: 18 }],
  ["feedForward", { feedForward: 30 }],
  ["headSize", { headSize: 12 }],
  ["heads", { heads: 5 }],
  ["layers", { layers: 0 }],
  ["vocabulary", { vocabulary: 1.5 }],
  ["contextTokens", { contextTokens: 1_000_000 }],
  ["ropeTheta", { ropeTheta: 0 }],
  ["normEpsilon", { normEpsilon: NaN }],
])("%s that cannot run is refused by name", (parameter, wrong) => {
  expect(() => checkShape({ ...shape, ...wrong })).toThrow(
    expect.objectContaining({ kind: "unsupported", parameter }),
  );
});

test.each(Object.entries(tinyShapes))("%s can run", (_, fine) => {
  expect(() => checkShape(fine)).not.toThrow();
});
