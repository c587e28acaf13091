import type { AccessLevel } from "@heddle/server-kit";
import { describe, expect, test } from "vitest";
import type { Access } from "./access.ts";
import type { Principal } from "./principal.ts";
import { ForeignProject } from "./foreign-project.ts";
import { InvalidProjectName } from "./project-id.ts";
import { RequestProjects, UndeclaredWrite } from "./request-projects.ts";

const acme: Principal = { keyId: "k", entity: "acme", role: "read", userName: "ada" };
const access: Pick<Access, "maySee"> = {
  maySee: ({ entity }, name) => name.startsWith(`${entity}/`),
};
const projects = (level: AccessLevel = "read"): RequestProjects =>
  new RequestProjects(access, acme, { id: "notes.list", access: level });

describe("a project", () => {
  test("is the same by its name and by its id", () => {
    const ofRequest = projects();
    const named = ofRequest.named("acme/first");
    expect(named).toEqual({ name: "acme/first", id: "YWNtZS9maXJzdA" });
    expect(ofRequest.withId(named.id)).toEqual(named);
  });

  test("is converted once, however often a request names it", () => {
    const ofRequest = projects();
    // Equal texts of a body are distinct strings in memory.
    const [one, other] = JSON.parse('["acme/p","acme/p"]') as [string, string];
    expect(ofRequest.named(one)).toBe(ofRequest.named(other));
    const { id } = ofRequest.named(one);
    const [again = ""] = JSON.parse(`["${id}"]`) as string[];
    expect(ofRequest.withId(id)).toBe(ofRequest.withId(again));
  });

  test("is found even if the request names more projects than are remembered", () => {
    const ofRequest = projects();
    for (let at = 0; at < 3_000; at += 1) {
      const { name, id } = ofRequest.named(`acme/p${at}`);
      expect(ofRequest.withId(id)?.name).toBe(name);
    }
  });

  test("of another entity is not given out, however often a handler asks", () => {
    const ofRequest = projects();
    expect(() => ofRequest.named("globex/p")).toThrow(ForeignProject);
    expect(() => ofRequest.named("globex/p")).toThrow(/Project globex\/p not found/);
    expect(ofRequest.visible("globex/p")).toBeUndefined();
  });

  test("of another entity is not given out after a ref has named it", () => {
    const ofRequest = projects();
    const found = ofRequest.find("globex/p");
    expect(found && ofRequest.isVisible(found)).toBe(false);
    expect(() => ofRequest.named("globex/p")).toThrow(ForeignProject);
  });

  test("of the sender's entity is visible", () => {
    const ofRequest = projects();
    const own = ofRequest.named("acme/p");
    expect(ofRequest.isVisible(own)).toBe(true);
    expect(ofRequest.visible("acme/p")).toBe(own);
  });

  test("is checked once, however often a request names it", () => {
    let checks = 0;
    const maySee = (): boolean => (checks += 1) > 0;
    const ofRequest = new RequestProjects({ maySee }, acme, { id: "notes.list", access: "read" });
    for (let at = 0; at < 100; at += 1) ofRequest.named("acme/p");
    expect(checks).toBe(1);
  });
});

describe("a project to write to", () => {
  test.each<AccessLevel>(["write", "admin"])("is for an operation of access %s", (level) => {
    const ofRequest = projects(level);
    expect(ofRequest.writable("acme/p")).toBe(ofRequest.named("acme/p"));
    expect(() => ofRequest.writable("globex/p")).toThrow(ForeignProject);
  });

  test.each<AccessLevel>(["public", "read"])("is not for an operation of access %s", (level) => {
    expect(() => projects(level).writable("acme/p")).toThrow(UndeclaredWrite);
    expect(() => projects(level).writable("acme/p")).toThrow(
      `notes.list writes, but has x-access: ${level}.`,
    );
  });
});

test.each(["", "acme", "acme/", "acme/p/q", "YWNtZS9w"])("%j names no project", (text) => {
  expect(() => projects().named(text)).toThrow(InvalidProjectName);
  expect(() => projects().visible(text)).toThrow(InvalidProjectName);
  expect(projects().find(text)).toBeUndefined();
});

test.each(["", "acme/p", "YWNtZS9w=", "YWNtZQ"])("%j is the id of no project", (text) => {
  expect(projects().withId(text)).toBeUndefined();
});
