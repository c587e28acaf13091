import { expect, test } from "vitest";
import { camelCase, identifiersOf, memberName, pascalCase } from "./names.ts";

test.each([
  ["trace", "Trace"],
  ["open-inference", "OpenInference"],
  ["annotation_queues", "AnnotationQueues"],
])("%s is %s", (given, want) => {
  expect(pascalCase(given)).toBe(want);
});

test.each([
  ["Training jobs", "trainingJobs"],
  ["list-users", "listUsers"],
  ["URLs", "urls"],
  ["HTTPServer", "httpServer"],
  ["createChat", "createChat"],
  ["", ""],
])("%s is %s", (given, want) => {
  expect(camelCase(given)).toBe(want);
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

test.each<[given: readonly string[], want: readonly string[]]>([
  [
    ["Call", "HTTPError", "Größe"],
    ["Call", "HTTPError", "Größe"],
  ],
  [
    ["foo.bar-baz", "200"],
    ["FooBarBaz", "Schema200"],
  ],
  [
    ["Record", "default", "z"],
    ["RecordSchema", "defaultSchema", "zSchema"],
  ],
  [
    ["a.b", "a-b", "AB"],
    ["AB2", "AB3", "AB"],
  ],
  [
    ["", "!!"],
    ["Schema", "Schema2"],
  ],
])("%j are called %j", (given, want) => {
  expect(given.map((name) => identifiersOf(given).get(name))).toEqual(want);
});
