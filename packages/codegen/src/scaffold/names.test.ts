import { expect, test } from "vitest";
import { fileNames, kebabCase, variableName } from "./names.ts";

test.each([
  ["calls", "calls"],
  ["trainingJobs", "training-jobs"],
  ["sftTrainingJobs2", "sft-training-jobs2"],
  ["a_b", "a-b"],
])("kebabCase(%j)", (name, want) => {
  expect(kebabCase(name)).toBe(want);
});

test("no two resources share a file, and none uses the file of the index", () => {
  const names = fileNames(["fooBar", "foo_bar", "handlers"]);
  expect([...names.values()]).toEqual(["foo-bar", "foo-bar-2", "handlers-2"]);
});

test.each([
  ["calls", "calls"],
  ["delete", "deleteHandlers"],
  ["notBuilt", "notBuiltHandlers"],
])("variableName(%j)", (resource, want) => {
  expect(variableName(resource)).toBe(want);
});
