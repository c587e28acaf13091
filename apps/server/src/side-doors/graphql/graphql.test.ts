import { beforeEach, describe, expect, test } from "vitest";
import type { Principal } from "../../access/principal.ts";
import { requesterOf } from "../../access/testing/requester-of.ts";
import { nobodyLeaves } from "../../store/testing/nobody-leaves.ts";
import { Graphql } from "./graphql.ts";
import { KnownProjects } from "./testing/known-projects.ts";

const writer: Principal = { keyId: "k1", entity: "acme", role: "write", userName: "ada" };
const reader: Principal = { ...writer, role: "read" };

let projects: KnownProjects;
let problems: unknown[];

beforeEach(() => {
  projects = new KnownProjects();
  problems = [];
});

async function ask(
  query: string,
  variables: Record<string, unknown> = {},
  principal: Principal | null = writer,
): Promise<unknown> {
  const graphql = new Graphql(projects, (error) => problems.push(error));
  const text = JSON.stringify({ query, variables });
  const requester = principal && requesterOf(principal, projects);
  const answer = await graphql.answer(text, {
    requester,
    frontendHost: "http://heddle.test",
    signal: nobodyLeaves,
  });
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

const aliased = (count: number): string =>
  Array.from({ length: count }, (_, n) => `p${n}: project(name: "p${n}") { name }`).join(" ");

/** Fragments of which each uses the one before it twice. */
function doublingFragments(depth: number): string {
  const user = 'project(name: "support") { user { id } }';
  const link = (n: number): string =>
    n === 0 ? user : `a${n}: viewer { teams { edges { node { id } } } } ...F${n - 1} ...F${n - 1}`;
  const fragments = Array.from(
    { length: depth },
    (_, n) => `fragment F${n} on Query { ${link(n)} }`,
  );
  return `{ ...F${depth - 1} } ${fragments.join(" ")}`;
}

const schemaInSchema =
  '{ __type(name: "Query") { fields { type { fields { type { fields { name } } } } } } }';

/** Four levels of lists, each asked for `count` times under other names. */
function multiplyingFragments(count: number): string {
  const many = (text: string): string =>
    Array.from({ length: count }, (_, n) => `a${n}: ${text}`).join(" ");
  return `{ __type(name: "Project") { ...A } }
    fragment A on __Type { ${many("fields { ...B }")} }
    fragment B on __Field { ${many("type { ...C }")} }
    fragment C on __Type { ${many("fields { ...D }")} }
    fragment D on __Field { ${many("name")} }`;
}

const introspections = (count: number): string =>
  Array.from({ length: count }, (_, n) => `t${n}: __schema { types { fields { name } } }`).join(
    " ",
  );

describe("the questions of SDKs at their start", () => {
  test("the viewer", async () => {
    expect(await ask(viewer)).toEqual({
      data: { viewer: { username: "ada", defaultEntity: { name: "acme" } } },
    });
  });

  test("no viewer without a key", async () => {
    expect(await ask(viewer, {}, null)).toEqual({ data: { viewer: null } });
  });

  test("whether a project exists", async () => {
    const ours = { name: "support", entityName: "acme" };
    expect(await ask(project, ours)).toEqual({ data: { project: { name: "support" } } });
    expect(await ask(project, { ...ours, name: "new" })).toEqual({ data: { project: null } });
  });

  test("another entity's project is not found", async () => {
    projects.names.add("globex/secret");
    const theirs = { name: "secret", entityName: "globex" };
    expect(await ask(project, theirs)).toEqual({ data: { project: null } });
  });

  test("a text that is not the name of a project", async () => {
    const nothing = { name: "a/b", entityName: "acme" };
    const noName = expect.stringContaining('must be "entity/project"') as string;
    expect(await ask(project, nothing)).toEqual({ data: { project: null } });
    expect(await ask(upsert, { name: "a/b", entity: "acme" })).toEqual({
      data: { upsertModel: null },
      errors: [{ message: noName, path: ["upsertModel"], locations: [anywhere] }],
    });
  });

  test("a project that is named twenty times is looked up once", async () => {
    const names = Array.from({ length: 20 }, (_, n) => `p${n}: project(name: "support") { id }`);
    const answer = await ask(`{ ${names.join(" ")} }`);
    expect(Object.keys((answer as { data: object }).data)).toHaveLength(20);
    expect(projects.lookedUp).toEqual(["acme/support"]);
  });

  test("a project without a name, and projects of another entity, are not found", async () => {
    const query = '{ project { id } models(entityName: "globex") { edges { node { id } } } }';
    expect(await ask(query)).toEqual({ data: { project: null, models: null } });
  });

  test("a project is created", async () => {
    const answer = await ask(upsert, { name: "new", entity: "acme", description: "mine" });
    const model = { name: "new", description: "mine" };
    expect(answer).toEqual({ data: { upsertModel: { model } } });
    expect(projects.names).toContain("acme/new");
  });

  test("aliases and fragments work", async () => {
    const query = "query { me: viewer { ...who } } fragment who on User { username }";
    expect(await ask(query)).toEqual({ data: { me: { username: "ada" } } });
  });

  test("access, names and facts about the server", async () => {
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

describe("refused documents", () => {
  test.each([
    ["a key that only reads", reader, "acme"],
    ["another entity's project", writer, "globex"],
    ["no key at all", null, "acme"],
  ])("%s creates no project, and the answer says why", async (_, principal, entity) => {
    expect(await ask(upsert, { name: "new", entity }, principal)).toMatchObject({
      data: { upsertModel: null },
      errors: [{ extensions: { code: "PERMISSION_ERROR" } }],
    });
    expect(projects.names.size).toBe(2);
  });

  test.each([
    ["an unknown field", "{ viewer { password } }", "password"],
    ["a document with a syntax error", "{ viewer {", "Syntax Error"],
    ["an endless document", `{ ${"a: viewer { id } ".repeat(100)} }`, "more than 500 tokens"],
    ["many look-ups", `{ ${aliased(21)} }`, "20 fields at its root"],
    ["as many in a fragment", `{ ...P } fragment P on Query { ${aliased(21)} }`, "20 fields at"],
    ["fragments that double", doublingFragments(12), "20 fields at its root"],
    ["a schema in a schema", schemaInSchema, "Maximum introspection depth exceeded"],
    ["every type's fields", `{ ${introspections(12)} }`, "more than 5000 fields"],
    ["1 kB with an answer of 15 MB", multiplyingFragments(14), "more than 5000 fields"],
    ["fragments in a circle", "{ viewer { ...A } } fragment A on User { ...A }", "within itself"],
  ])("%s", async (_, query, message) => {
    expect(await ask(query)).toMatchObject({
      errors: [{ message: expect.stringContaining(message) }],
    });
  });

  test("the answer to an internal error has no details", async () => {
    const answer = await ask(project, { name: "broken", entityName: "acme" });
    expect(answer).toMatchObject({ errors: [{ message: "Internal server error" }] });
    expect(JSON.stringify(answer)).not.toContain("password");
    expect(problems).toHaveLength(1);
  });

  test.each([
    ["not json", "The body is not JSON."],
    ["[]", "The body is not a GraphQL request."],
    ['{"query": 1}', "The body is not a GraphQL request."],
  ])("a body that is no request: %s", async (text, message) => {
    const graphql = new Graphql(projects, () => {});
    const { errors } = await graphql.answer(text, {
      requester: null,
      frontendHost: "",
      signal: nobodyLeaves,
    });
    const wanted = 'Send {"query": "a GraphQL document", "variables": {}}.';
    expect(errors?.map((error) => error.message)).toEqual([`${message} ${wanted}`]);
  });

  test("a document with many errors is answered with the first of them", async () => {
    const answer = await ask(`{ ${"viewr { id } ".repeat(100)} }`);
    expect((answer as { errors: unknown[] }).errors).toHaveLength(6);
  });
});
