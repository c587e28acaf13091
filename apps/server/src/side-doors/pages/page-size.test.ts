import { expect, test } from "vitest";
import { projectName } from "../../access/project-id.ts";
import { callPage } from "./call-page.ts";
import { objectPage } from "./object-page.ts";
import type { CallView, ObjectView } from "./views.ts";

const project = projectName("a/b");
const size = 4 * 1024 * 1024;
/** The most bytes of a page, whatever was traced. */
const largestPage = 4 * 1024 * 1024;

const texts: readonly (readonly [name: string, text: string])[] = [
  ["quotes in a string", `"${'\\"'.repeat(size / 2)}`],
  ["quotes", '"'.repeat(size)],
  ["backslashes", `"${"\\".repeat(size)}`],
  ["brackets in brackets", "[".repeat(size)],
  ["objects in objects", '{"a":'.repeat(size / 5)],
  ["closing brackets", "]".repeat(size)],
  ["refs", `[${'"weave:///a/b/call/c",'.repeat(size / 22)}`],
  ["one long ref", `"weave:///a/b/call/${"é".repeat(size)}"`],
  ["white space", `${" ".repeat(size)}1`],
  ["lines", "[1\n,\n".repeat(size / 6)],
  ["signs that are escaped", `"${"&".repeat(size)}`],
  ["halves of characters", `"${"\ud83d".repeat(size)}`],
];

function callOf(text: string): CallView {
  return {
    id: text.slice(0, 128),
    opName: `weave:///a/b/op/${text}`,
    displayName: null,
    traceId: text.slice(0, 128),
    parentId: text.slice(0, 128),
    threadId: text.slice(0, 1024),
    startedAt: "2026-08-01T10:00:00Z",
    endedAt: null,
    exception: text,
    status: "error",
    latencyMs: 1,
    userName: text,
    inputs: text,
    output: text,
    attributes: text,
    summary: text,
  };
}

test.each(texts)("the size of a call's page is bounded: %s", (_, text) => {
  const call = callOf(text);
  const page = callPage(
    project,
    call,
    Array.from({ length: 100 }, () => call),
  );
  expect(page.length).toBeLessThan(largestPage);
  expect(page.match(/\d+ more characters are not shown/g)).toHaveLength(5);
});

test.each(texts)("the size of an object's page is bounded: %s", (_, text) => {
  const object: ObjectView = {
    objectId: "data",
    digest: "v",
    versionIndex: 0,
    isLatest: true,
    kind: "object",
    baseClass: text,
    createdAt: "2026-08-01T10:00:00Z",
    userName: text,
    value: text,
  };
  const page = objectPage(project, object);
  expect(page.length).toBeLessThan(largestPage);
  expect(page).toContain("more characters are not shown");
});
