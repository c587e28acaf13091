import { z } from "@hono/zod-openapi";
import { describe, expect, test } from "vitest";
import type { Handler } from "./handler.ts";
import { Conflict, fail, NotFound, plainService, reply, serviceApp } from "./index.ts";
import type { OperationSpec } from "./operation.ts";

/** Shortened output of `heddle-codegen --out` for a small document. */
interface PetOperations {
  readonly list: {
    parameters: { query?: { limit?: number }; header?: never; path?: never; cookie?: never };
    requestBody?: never;
    responses: { 200: { headers: object; content: { "application/json": Pet[] } } };
  };
  readonly read: {
    parameters: { query?: never; header?: never; path: { petId: number }; cookie?: never };
    requestBody?: never;
    responses: {
      200: { headers: object; content: { "application/json": Pet } };
      default: { headers: object; content: { "application/json": { message: string } } };
    };
  };
  readonly create: {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    requestBody: {
      content: { "application/json": Pet; "application/x-www-form-urlencoded": Pet };
    };
    responses: { 201: { headers: object; content: { "application/json": Pet } } };
  };
}

interface Pet {
  id: number;
  name: string;
}

interface ApiHandlers<C = unknown> {
  readonly pets: {
    readonly list: Handler<PetOperations["list"], C>;
    readonly read: Handler<PetOperations["read"], C>;
    readonly create: Handler<PetOperations["create"], C>;
  };
}

const PetSchema = z.looseObject({ id: z.int(), name: z.string() });
const json = { framing: "json", schema: PetSchema } as const;
const common = { resource: "pets", access: "public", projects: [], parameters: [] } as const;

const operations: readonly OperationSpec[] = [
  {
    ...common,
    id: "pets.list",
    verb: "list",
    method: "get",
    path: "/pets",
    parameters: [
      { in: "query", name: "limit", required: false, kind: "integer", schema: z.int().optional() },
    ],
    responses: { 200: { "application/json": { framing: "json", schema: z.array(PetSchema) } } },
  },
  {
    ...common,
    id: "pets.read",
    verb: "read",
    method: "get",
    path: "/pets/{petId}",
    parameters: [{ in: "path", name: "petId", required: true, kind: "integer", schema: z.int() }],
    responses: {
      200: { "application/json": json },
      default: { "application/json": { framing: "json" } },
    },
  },
  {
    ...common,
    id: "pets.create",
    verb: "create",
    method: "post",
    path: "/pets",
    body: {
      required: true,
      content: {
        "application/json": json,
        "application/x-www-form-urlencoded": { framing: "form", schema: PetSchema },
      },
    },
    responses: { 201: { "application/json": json } },
  },
];

/** A service as a user of the kit would write it, with a store in the context. */
function petStore() {
  const service = plainService<ApiHandlers<{ pets: Map<number, Pet> }>>("pets", operations);
  const stored = new Map<number, Pet>();
  const pets: ApiHandlers<{ pets: Map<number, Pet> }>["pets"] = {
    list: ({ query, context }) => reply(200, [...context.pets.values()].slice(0, query.limit)),
    read: ({ path, context }) =>
      reply(200, context.pets.get(path.petId) ?? fail(new NotFound("pet", String(path.petId)))),
    create({ body, context }) {
      if (context.pets.has(body.id)) throw new Conflict(`Pet ${body.id} is there already`);
      context.pets.set(body.id, body);
      return reply(201, body);
    },
  };
  return serviceApp(service, { pets }, { context: () => ({ pets: stored }), checkResponses: true });
}

const pet = { id: 7, name: "Ada" };

test("a user's own operations are served in few lines, typed", async () => {
  const app = petStore();
  const created = await app.request("/pets", { method: "POST", body: JSON.stringify(pet) });
  expect([created.status, await created.json()]).toEqual([201, pet]);
  expect(await (await app.request("/pets/7")).json()).toEqual(pet);
  expect(await (await app.request("/pets?limit=1")).json()).toEqual([pet]);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const form = await app.request("/pets", { method: "POST", body: "id=8&name=Bob", headers });
  expect(await form.json()).toEqual({ id: 8, name: "Bob" });
});

test("errors are problem details", async () => {
  const app = petStore();
  const absent = await app.request("/pets/9");
  expect(absent.status).toBe(404);
  expect(await absent.json()).toMatchObject({
    status: 404,
    title: "Not Found",
    detail: "Pet 9 not found",
  });
  const invalid = await app.request("/pets/x");
  expect(await invalid.json()).toMatchObject({ status: 422, issues: [{ loc: ["path", "petId"] }] });
});

test("an undocumented error passes the check of answers; a wrong body does not", async () => {
  const app = petStore();
  const unread = await app.request("/pets", { method: "POST", body: "{" });
  expect(unread.status).toBe(400);
  const schema = z.object({ message: z.string() });
  const described = operations.map((one): OperationSpec => ({
    ...one,
    responses: { ...one.responses, default: { "application/json": { framing: "json", schema } } },
  }));
  const pets = { create: () => reply(201, pet) };
  const handlers = { partial: true, checkResponses: true } as const;
  const wrong = serviceApp(plainService("pets", described), { pets }, handlers);
  const mismatch = await wrong.request("/pets", { method: "POST", body: "{" });
  expect(mismatch.status).toBe(500);
  expect(await mismatch.text()).toMatch(/body\.message: .*`errorBody`/);
});

test("errors have the body and the statuses that the options choose", async () => {
  const service = plainService<ApiHandlers>("pets", operations, {
    errorBody: (error) => ({ message: error.reason }),
    refusals: { malformed: 400, mediaType: 415, invalid: 400 },
  });
  const app = serviceApp(service, {}, { partial: true });
  const absent = await app.request("/pets");
  expect([absent.status, await absent.json()]).toEqual([
    501,
    { message: "pets.list is not built yet" },
  ]);
  const one = serviceApp(service, { pets: { read: () => fail(new Error()) } }, { partial: true });
  const invalid = await one.request("/pets/x");
  expect([invalid.status, Object.keys((await invalid.json()) as object)]).toEqual([
    400,
    ["message"],
  ]);
});

describe("missing options", () => {
  const service = plainService<ApiHandlers>("pets", operations);

  test("handlers are named at the start", () => {
    // @ts-expect-error the compiler says so too
    expect(() => serviceApp(service, {}, {})).toThrow("pets.list, pets.read, pets.create");
  });

  test("`authenticate` is required unless every operation is public", () => {
    const guarded = operations.map((one): OperationSpec => ({ ...one, access: "read" }));
    const guardedService = plainService("pets", guarded);
    expect(() => serviceApp(guardedService, {}, { partial: true })).toThrow(
      "The pets app needs `authenticate`: pets.list, pets.read, pets.create are not public.",
    );
  });

  test("without `authorise`, every authenticated principal may do everything", async () => {
    const guarded = operations.map((one): OperationSpec => ({ ...one, access: "admin" }));
    const options = {
      authenticate: (headers: Headers) => (headers.has("authorization") ? {} : null),
      partial: true,
    } as const;
    const handlers = { pets: { list: () => reply(200, []) } };
    const app = serviceApp(plainService("pets", guarded), handlers, options);
    expect((await app.request("/pets")).status).toBe(401);
    expect((await app.request("/pets", { headers: { authorization: "x" } })).status).toBe(200);
  });

  test("`context` is required if a handler uses it", () => {
    const asking = plainService<ApiHandlers<{ store: object }>>("pets", operations);
    // @ts-expect-error handlers need a store
    expect(serviceApp(asking, {}, { partial: true })).toBeDefined();
  });
});
