import { BadRequest, Forbidden } from "@heddle/server-kit";
import { beforeEach, describe, expect, test } from "vitest";
import type { Principal } from "../../access/principal.ts";
import { Graphql } from "./graphql.ts";
import type { Directory } from "./resolvers.ts";

const writer: Principal = { keyId: "k1", entity: "acme", role: "write", userName: "ada" };
const reader: Principal = { ...writer, role: "read" };

/** The rules of access on a set of names, which is all the door needs of it. */
class Projects implements Directory {
  readonly names = new Set(["acme/support"]);

  maySee({ entity }: Principal, project: string): boolean {
    if (project.split("/").length !== 2) throw new BadRequest("no name of a project");
    return project.startsWith(`${entity}/`);
  }

  async exists(project: string): Promise<boolean> {
    if (project === "acme/broken") throw new Error("connection string with a password");
    return this.names.has(project);
  }

  async ensure(project: string): Promise<void> {
    this.names.add(project);
  }

  authoriseWrite({ entity, role }: Principal, project: string): void {
    if (!this.maySee({ ...writer, entity }, project)) throw new Forbidden();
    if (role === "read" || !project.startsWith(`${entity}/`)) throw new Forbidden();
  }
}

let projects: Projects;
let problems: unknown[];

beforeEach(() => {
  projects = new Projects();
  problems = [];
});

async function ask(
  query: string,
  variables: Record<string, unknown> = {},
  principal: Principal | null = writer,
): Promise<unknown> {
  const graphql = new Graphql(projects, (error) => problems.push(error));
  const text = JSON.stringify({ query, variables });
  const answer = await graphql.answer(text, { principal, frontendHost: "http://heddle.test" });
  return JSON.parse(JSON.stringify(answer));
}

const anywhere = { line: expect.any(Number), column: expect.any(Number) };
const viewer = "query DefaultEntity { viewer { username defaultEntity { name } } }";
const project = `query Project($name: String!, $entityName: String!) {
  project(name: $name, entityName: $entityName) { name }
}`;
const upsert = `mutation UpsertModel(
  $name: String!, $id: String, $entity: String!, $description: String, $repo: String
) {
  upsertModel(input: {
    id: $id, name: $name, entityName: $entity, description: $description, repo: $repo
  }) { model { name description } }
}`;

describe("what SDKs ask at start", () => {
  test("who am I", async () => {
    expect(await ask(viewer)).toEqual({
      data: { viewer: { username: "ada", defaultEntity: { name: "acme" } } },
    });
  });

  test("nobody, without a key", async () => {
    expect(await ask(viewer, {}, null)).toEqual({ data: { viewer: null } });
  });

  test("is there a project", async () => {
    const ours = { name: "support", entityName: "acme" };
    expect(await ask(project, ours)).toEqual({ data: { project: { name: "support" } } });
    expect(await ask(project, { ...ours, name: "new" })).toEqual({ data: { project: null } });
  });

  test("another entity's project is not there", async () => {
    projects.names.add("globex/secret");
    const theirs = { name: "secret", entityName: "globex" };
    expect(await ask(project, theirs)).toEqual({ data: { project: null } });
  });

  test("a text that is no name of a project", async () => {
    const nothing = { name: "a/b", entityName: "acme" };
    expect(await ask(project, nothing)).toEqual({ data: { project: null } });
    expect(await ask(upsert, { name: "a/b", entity: "acme" })).toEqual({
      data: { upsertModel: null },
      errors: [{ message: "no name of a project", path: ["upsertModel"], locations: [anywhere] }],
    });
  });

  test("make it", async () => {
    const answer = await ask(upsert, { name: "new", entity: "acme", description: "mine" });
    const model = { name: "new", description: "mine" };
    expect(answer).toEqual({ data: { upsertModel: { model } } });
    expect(projects.names).toContain("acme/new");
  });

  test("an alias and a fragment are as good", async () => {
    const query = "query { me: viewer { ...who } } fragment who on User { username }";
    expect(await ask(query)).toEqual({ data: { me: { username: "ada" } } });
  });

  test("access check, names and server facts", async () => {
    const query = `query ($ids: [ID!]) {
      viewer { username }
      entity(name: "acme") { readOnly }
      other: entity(name: "globex") { readOnly }
      users(ids: $ids, first: 5) { edges { node { id username } } }
      serverInfo { frontendHost }
      project(name: "support", entityName: "acme") { artifact(name: "a") { id } }
    }`;
    expect(await ask(query, { ids: ["ada", "bob"] })).toEqual({
      data: {
        viewer: { username: "ada" },
        entity: { readOnly: false },
        other: null,
        users: { edges: [{ node: { id: "ada", username: "ada" } }] },
        serverInfo: { frontendHost: "http://heddle.test" },
        project: { artifact: null },
      },
    });
  });
});

describe("what is refused", () => {
  test.each([
    ["a key that only reads", reader, "acme"],
    ["another entity's project", writer, "globex"],
    ["no key at all", null, "acme"],
  ])("%s makes no project, and the SDK is told why", async (_, principal, entity) => {
    expect(await ask(upsert, { name: "new", entity }, principal)).toMatchObject({
      data: { upsertModel: null },
      errors: [{ extensions: { code: "PERMISSION_ERROR" } }],
    });
    expect(projects.names.size).toBe(1);
  });

  test.each([
    ["a field that is not there", "{ viewer { password } }", "password"],
    ["a document that is not one", "{ viewer {", "Syntax Error"],
    ["an endless document", `{ ${"a: viewer { id } ".repeat(2000)} }`, "tokens"],
  ])("%s", async (_, query, message) => {
    expect(await ask(query)).toMatchObject({
      errors: [{ message: expect.stringContaining(message) }],
    });
  });

  test("a fault inside stays inside", async () => {
    const answer = await ask(project, { name: "broken", entityName: "acme" });
    expect(answer).toMatchObject({ errors: [{ message: "Internal server error" }] });
    expect(JSON.stringify(answer)).not.toContain("password");
    expect(problems).toHaveLength(1);
  });

  test.each(["not json", "[]", '{"query": 1}'])("a body that is no request: %s", async (text) => {
    const graphql = new Graphql(projects, () => {});
    const answer = await graphql.answer(text, { principal: null, frontendHost: "" });
    expect(answer.errors).toHaveLength(1);
  });
});
