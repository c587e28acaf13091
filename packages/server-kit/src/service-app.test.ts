import { expect, test, vi } from "vitest";
import { TooManyRequests, Unauthorized, Unavailable } from "./errors.ts";
import { notBuilt } from "./not-built.ts";
import { reply } from "./reply.ts";
import { appOf } from "./service-app.ts";
import { post, service, trial } from "./testing/tiny-service.ts";

const note = { id: "1", value: {} };
const create = '{"project_id":"acme/a","value":{}}';

test("operations without a handler stop the construction, all named", () => {
  const handlers = { service: { health: () => reply(200, { status: "ok" }) } };
  const options = { authenticate: () => null, authorise: () => undefined, context: () => ({}) };
  expect(() => appOf(service, handlers, options)).toThrow(
    /lacks handlers for notes\.create, notes\.createAlias, .*notes\.refs\. Add them/,
  );
});

test("partial: operations without a handler say that they are not built", async () => {
  const { app } = trial({});
  const response = await app.request("/notes/create", post(create));
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ reason: "notes.create is not built yet" });
});

test("a handler that is still to be written answers 501, whatever the request holds", async () => {
  const handlers = {
    notes: { create: notBuilt("notes.create"), upload: notBuilt("notes.upload") },
  };
  const { app } = trial(handlers, { partial: true });
  for (const path of ["/notes/create", "/note/create", "/notes/upload"]) {
    const response = await app.request(path, post("no JSON"));
    expect(response.status).toBe(501);
    expect(await response.json()).toHaveProperty(
      "reason",
      expect.stringMatching(/is not built yet/),
    );
  }
});

test("an unknown path answers in the service's shape", async () => {
  const response = await trial({}).app.request("/nowhere");
  expect(response.status).toBe(404);
  expect(response.headers.get("content-type")).toBe("application/json");
  const body = (await response.json()) as { request_id: string };
  expect(body).toEqual({ reason: "Nothing answers GET /nowhere", request_id: body.request_id });
  expect(response.headers.get("x-request-id")).toBe(body.request_id);
});

test.each([
  ["GET", "/notes/create", "POST"],
  ["POST", "/health", "GET, HEAD"],
  ["DELETE", "/v2/acme/a/notes/7", "GET, HEAD"],
])("%s %s is a 405 that names the methods there are", async (method, path, allowed) => {
  const response = await trial({}).app.request(path, { method });
  expect(response.status).toBe(405);
  expect(response.headers.get("allow")).toBe(allowed);
  expect(await response.json()).toMatchObject({
    reason: `${path} takes ${allowed}, not ${method}.`,
  });
});

test("every answer has the request id that the options choose", async () => {
  const { app } = trial(
    { notes: { create: () => reply(200, note) } },
    { requestId: (c) => c.req.header("x-given") ?? "none" },
  );
  const good = await app.request("/notes/create", post(create, { "x-given": "r1" }));
  expect([good.status, good.headers.get("x-request-id")]).toEqual([200, "r1"]);
  const bad = await app.request("/notes/create", post("{", { "x-given": "r2" }));
  expect(bad.headers.get("x-request-id")).toBe("r2");
  expect(await bad.json()).toMatchObject({ request_id: "r2" });
});

test("no credentials: 401 before anything is read, asking for Basic", async () => {
  const { app, authorised } = trial({ notes: { create: () => reply(200, note) } });
  const response = await app.request("/notes/create", { method: "POST", body: "{" });
  expect(response.status).toBe(401);
  expect(response.headers.get("www-authenticate")).toMatch(/^Basic /);
  expect(await response.json()).toMatchObject({ reason: "Not authenticated" });
  expect(authorised).toEqual([]);
});

test("an error that authenticate throws gives the reason", async () => {
  const { app } = trial(
    { notes: { create: () => reply(200, note) } },
    {
      authenticate: () => {
        throw new Unauthorized("This key is not known here");
      },
    },
  );
  const response = await app.request("/notes/create", post(create));
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ reason: "This key is not known here" });
});

test("public operations need no credentials and have no principal", async () => {
  const handler = vi.fn(() => reply(200, { status: "ok" }));
  const { app } = trial({ service: { health: handler } });
  const response = await app.request("/health", { headers: { authorization: "Bearer wrong" } });
  expect(await response.json()).toEqual({ status: "ok" });
  expect(handler).toHaveBeenCalledWith(
    expect.objectContaining({ context: expect.objectContaining({ principal: null }) as unknown }),
  );
});

test("a second spelling is served by the handler it stands for", async () => {
  const { app } = trial({ notes: { create: () => reply(200, note) } });
  const response = await app.request("/note/create", post(create));
  expect(await response.json()).toEqual(note);
});

test("handlers may be methods that use their object", async () => {
  class Notes {
    readonly id = "mine";
    create(): unknown {
      return reply(200, { id: this.id, value: {} });
    }
  }
  const { app } = trial({ notes: new Notes() });
  const response = await app.request("/notes/create", post(create));
  expect(await response.json()).toEqual({ id: "mine", value: {} });
});

test("an unknown error reaches the log but shows no details", async () => {
  const secret = new Error("password=hunter2 at /srv/store.ts");
  const { app, errors } = trial({
    notes: {
      create() {
        throw secret;
      },
    },
  });
  const response = await app.request("/notes/create", post(create));
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({ reason: "Internal server error" });
  expect(errors).toEqual([secret]);
});

test("mapError turns a store's error into an answer with its headers", async () => {
  class QueueFull extends Error {}
  const { app, errors } = trial(
    {
      notes: {
        create() {
          throw new QueueFull();
        },
      },
    },
    {
      mapError: (e) =>
        e instanceof QueueFull ? new Unavailable("The queue is full; try again", 1.2) : undefined,
    },
  );
  const response = await app.request("/notes/create", post(create));
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(errors).toHaveLength(1);
});

test("an error below 500 is not logged; its extras stand beside the reason", async () => {
  const { app, errors } = trial({
    notes: {
      create() {
        throw new TooManyRequests("Slow down", 3, { error_code: "SLOW", reason: "not this one" });
      },
    },
  });
  const response = await app.request("/notes/create", post(create));
  expect([response.status, response.headers.get("retry-after")]).toEqual([429, "3"]);
  expect(await response.json()).toMatchObject({ reason: "Slow down", error_code: "SLOW" });
  expect(errors).toEqual([]);
});

test("the handler's context knows the operation, the headers and the address", async () => {
  const seen: unknown[] = [];
  const { app } = trial(
    { notes: { create: () => reply(200, note) } },
    {
      context({ operation, headers, remoteAddress, requestId, principal, signal }) {
        seen.push(operation.id, headers.get("user-agent"), remoteAddress);
        return { principal, requestId, signal };
      },
      remoteAddress: () => "10.0.0.9",
    },
  );
  await app.request("/notes/create", post(create, { "user-agent": "sdk/1" }));
  expect(seen).toEqual(["notes.create", "sdk/1", "10.0.0.9"]);
});
