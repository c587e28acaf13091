import { BadRequest } from "@heddle/server-kit";
import { describe, expect, test } from "vitest";
import type { Principal } from "./principal.ts";
import { RequestProjects } from "./request-projects.ts";

const acme: Principal = { keyId: "k", entity: "acme", role: "read", userName: "ada" };
const projects = (): RequestProjects =>
  new RequestProjects({ maySee: ({ entity }, name) => name.startsWith(`${entity}/`) }, acme);

describe("a project", () => {
  test("is the same by its name and by its id", () => {
    const ofRequest = projects();
    const named = ofRequest.named("local/first");
    expect(named).toEqual({ name: "local/first", id: "bG9jYWwvZmlyc3Q" });
    expect(ofRequest.withId(named.id)).toEqual(named);
  });

  test("is converted once, however often a request names it", () => {
    const ofRequest = projects();
    // Texts of a body that are equal are not the same.
    const [one, other] = JSON.parse('["acme/p","acme/p"]') as [string, string];
    expect(ofRequest.named(one)).toBe(ofRequest.named(other));
    const { id } = ofRequest.named(one);
    const [again = ""] = JSON.parse(`["${id}"]`) as string[];
    expect(ofRequest.withId(id)).toBe(ofRequest.withId(again));
  });

  test("is found too where a request names more than are remembered", () => {
    const ofRequest = projects();
    for (let at = 0; at < 3_000; at += 1) {
      const { name, id } = ofRequest.named(`acme/p${at}`);
      expect(ofRequest.withId(id)?.name).toBe(name);
    }
  });

  test("of another entity is not visible", () => {
    const ofRequest = projects();
    expect(ofRequest.isVisible(ofRequest.named("acme/p"))).toBe(true);
    expect(ofRequest.isVisible(ofRequest.named("globex/p"))).toBe(false);
  });
});

test.each(["", "acme", "acme/", "acme/p/q", "YWNtZS9w"])("%j names none", (text) => {
  expect(() => projects().named(text)).toThrow(BadRequest);
});

test.each(["", "acme/p", "YWNtZS9w=", "YWNtZQ"])("%j is the id of none", (text) => {
  expect(projects().withId(text)).toBeUndefined();
});
