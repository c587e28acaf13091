import { assert, property, string } from "fast-check";
import { expect, test } from "vitest";
import {
  internalProjectId,
  InvalidProjectId,
  InvalidProjectName,
  projectNamed,
  projectWithId,
} from "./project-id.ts";

test("an internal id is the unpadded base64url of the name", () => {
  expect(internalProjectId("local/first")).toBe("bG9jYWwvZmlyc3Q");
  expect(projectWithId("bG9jYWwvZmlyc3Q").name).toBe("local/first");
});

test("every project has one id, and every id one project", () => {
  const part = string({ unit: "grapheme", minLength: 1, maxLength: 30 }).filter(
    (text) => !/[/\\#?%:\p{Cc}]/u.test(text),
  );
  assert(
    property(part, part, (entity, name) => {
      const project = `${entity}/${name}`;
      const id = internalProjectId(project);
      expect(id).toMatch(/^[A-Za-z0-9_-]+$/);
      expect(projectWithId(id)).toEqual(projectNamed(project));
    }),
  );
});

test.each([
  "",
  "/",
  "a",
  "a/",
  "/b",
  "a/b/c",
  "a//b",
  "a/b\u0000",
  "a/b:c",
  "a/b?c",
  "a/\ud800",
  `a/${"b".repeat(129)}`,
])("%j is no project", (project) => {
  expect(() => internalProjectId(project)).toThrow(InvalidProjectName);
});

test.each(["", "bG9jYWwvZmlyc3Q=", "bG9jYWwvZmlyc3R", "a b", "bG9jYWw", "////", "local/first"])(
  "%j is no internal id",
  (id) => {
    expect(() => projectWithId(id)).toThrow(InvalidProjectId);
  },
);
