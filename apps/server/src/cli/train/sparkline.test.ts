import { expect, test } from "vitest";
import { sparkline } from "./sparkline.ts";

test.each<[string, readonly number[], number, string]>([
  ["rising values", [0, 1, 2, 3, 4, 5, 6, 7], 8, "▁▂▃▄▅▆▇█"],
  ["falling values", [3, 2.5, 0], 8, "█▇▁"],
  ["negative values", [-1, 1], 8, "▁█"],
  ["one value", [5], 8, "▄"],
  ["equal values", [0, 0, 0], 8, "▄▄▄"],
  ["no value", [], 8, ""],
  ["more values than room, averaged", [0, 2, 6, 8, 20], 3, "▁▃█"],
])("%s", (_, values, width, line) => {
  expect(sparkline(values, width)).toBe(line);
});
