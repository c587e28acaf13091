import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { keyedAccess } from "../../access/access.ts";
import { mintKey } from "../../access/api-key.ts";
import { Keys } from "../../access/keys-sql.ts";
import { Projects } from "../../access/projects-sql.ts";
import {
  type TemporaryRecords,
  temporaryRecords,
} from "../../store/records/testing/temporary-records.ts";
import { graphqlApp } from "./graphql-app.ts";

const kib = 1024;
const viewer = JSON.stringify({ query: "{ viewer { username } }" });

let records: TemporaryRecords;
let key: string;
let app: ReturnType<typeof graphqlApp>;

beforeEach(async () => {
  records = await temporaryRecords();
  const keys = new Keys(records);
  ({ key } = await keys.create({ entity: "acme", role: "write", userName: "ada" }));
  app = graphqlApp({
    access: keyedAccess(keys),
    projects: new Projects(records),
    frontendHost: () => "http://heddle.test",
    onError: (error) => expect.fail(String(error)),
  });
});
afterEach(() => records.close());

/** A body without a length, which counts how much of it was read. */
class CountedBody {
  taken = 0;
  readonly stream: ReadableStream<Uint8Array>;

  constructor(total: number) {
    this.stream = new ReadableStream(
      {
        pull: (controller) => {
          if (this.taken >= total) return controller.close();
          this.taken += kib;
          controller.enqueue(new Uint8Array(kib).fill(0x20));
        },
      },
      // Makes no chunk before the server reads one.
      { highWaterMark: 0 },
    );
  }
}

function post(body: string | CountedBody, credentials?: string): Promise<Response> {
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  if (credentials !== undefined) headers["Authorization"] = `Bearer ${credentials}`;
  if (typeof body !== "string") headers["Transfer-Encoding"] = "chunked";
  const content = typeof body === "string" ? body : body.stream;
  const init = { method: "POST", headers, body: content, duplex: "half" };
  return Promise.resolve(app.request("/graphql", init as RequestInit));
}

describe("the key is checked before the body is read", () => {
  test("a key gets the answer for its user", async () => {
    const response = await post(viewer, key);
    expect(await response.json()).toEqual({ data: { viewer: { username: "ada" } } });
  });

  test("without a key there is no viewer", async () => {
    const response = await post(viewer);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ data: { viewer: null } });
  });

  test("an unknown key is refused, and the body is not read", async () => {
    const body = new CountedBody(1024 * kib);
    const response = await post(body, mintKey());
    expect(response.status).toBe(401);
    const said = expect.stringMatching(/^This key is not known here: /) as string;
    expect(await response.json()).toMatchObject({ errors: [{ message: said }], reason: said });
    expect(body.taken).toBe(0);
  });

  test.each([["without a key"], ["with a key"]])("a long body is cut off, %s", async (who) => {
    const body = new CountedBody(1024 * kib);
    const response = await post(body, who === "with a key" ? key : undefined);
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      errors: [{ message: "A GraphQL request may have at most 65536 bytes." }],
    });
    expect(body.taken).toBe(65 * kib);
  });
});

test("a key creates, finds and lists projects of its entity only", async () => {
  const ask = async (query: string): Promise<unknown> =>
    (await post(JSON.stringify({ query }), key)).json();
  const make = (entity: string): string =>
    `mutation { upsertModel(input: { name: "new", entityName: "${entity}" }) { inserted } }`;
  expect(await ask(make("acme"))).toEqual({ data: { upsertModel: { inserted: true } } });
  expect(await ask('{ project(name: "new") { id } models { edges { node { name } } } }')).toEqual({
    data: { project: { id: "acme/new" }, models: { edges: [{ node: { name: "new" } }] } },
  });
  const message =
    "Project globex/new not found: this key belongs to the entity acme, and sees only the " +
    "projects of that entity.";
  expect(await ask(make("globex"))).toMatchObject({ errors: [{ message }] });
});
