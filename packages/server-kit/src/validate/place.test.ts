import { expect, test } from "vitest";
import { Place } from "./place.ts";

const root = new Place("body", { batch: [{ req: null }], name: "x" });

test.each([
  ["a member", ["name"], "x", ["body", "name"]],
  ["an item's member", ["batch", 0, "req"], null, ["body", "batch", 0, "req"]],
  ["a missing member", ["batch", 7, "req"], undefined, ["body", "batch", 7, "req"]],
  ["a member that every object inherits", ["toString"], undefined, ["body", "toString"]],
  ["the root", [], { batch: [{ req: null }], name: "x" }, ["body"]],
])("%s", (_, path, value, location) => {
  const place = root.at(path);
  expect(place.value).toEqual(value);
  expect(place.location).toEqual(location);
});

test("one place is one object, however it is reached", () => {
  expect(root.at(["batch", 0]).at(["req"])).toBe(root.at(["batch", 0, "req"]));
});
