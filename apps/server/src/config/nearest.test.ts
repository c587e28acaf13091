import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

test.each([
  ["HEDDLE_PROT", "HEDDLE_PORT"],
  ["HEDDLE_DATADIR", "HEDDLE_DATA_DIR"],
  ["HEDDLE_DATA_DIR", "HEDDLE_DATA_DIR"],
  ["HEDDLE_LOGS", "HEDDLE_LOG"],
  ["crate", undefined],
  ["", undefined],
])("for %j, the suggestion is %j", (wrong, meant) => {
  expect(nearest(wrong, ["HEDDLE_PORT", "HEDDLE_LOG", "HEDDLE_DATA_DIR"])).toBe(meant);
});
