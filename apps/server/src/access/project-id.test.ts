import { BadRequest } from "@heddle/server-kit";
import { assert, property, string } from "fast-check";
import { expect, test } from "vitest";
import { externalProjectId, internalProjectId } from "./project-id.ts";

test("an internal id is the unpadded base64url of the name", () => {
  expect(internalProjectId("local/first")).toBe("bG9jYWwvZmlyc3Q");
  expect(externalProjectId("bG9jYWwvZmlyc3Q")).toBe("local/first");
});

test("every project has one id, and every id its project", () => {
  const part = string({ unit: "grapheme", minLength: 1, maxLength: 30 }).filter(
    (text) => !/[/\\#?%:\p{Cc}]/u.test(text),
  );
  assert(
    property(part, part, (entity, name) => {
      const project = `${entity}/${name}`;
      const id = internalProjectId(project);
      expect(id).toMatch(/^[A-Za-z0-9_-]+$/);
      expect(externalProjectId(id)).toBe(project);
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
  expect(() => internalProjectId(project)).toThrow(BadRequest);
});

test.each(["", "bG9jYWwvZmlyc3Q=", "bG9jYWwvZmlyc3R", "a b", "bG9jYWw", "////", "local/first"])(
  "%j is no internal id",
  (id) => {
    expect(() => externalProjectId(id)).toThrow(BadRequest);
  },
);
