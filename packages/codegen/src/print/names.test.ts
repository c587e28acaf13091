import { expect, test } from "vitest";
import { memberName, pascalCase } from "./names.ts";

test.each([
  ["trace", "Trace"],
  ["open-inference", "OpenInference"],
  ["annotation_queues", "AnnotationQueues"],
])("%s is %s", (given, want) => {
  expect(pascalCase(given)).toBe(want);
});

test.each([
  ["a", "a"],
  ["$expr", "$expr"],
  ["default", "default"],
  ["a-b", '"a-b"'],
  ["1", '"1"'],
])("the member %s is written %s", (given, want) => {
  expect(memberName(given)).toBe(want);
});
