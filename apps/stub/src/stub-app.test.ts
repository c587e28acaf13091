import type { OperationSpec } from "@heddle/server-kit";
import { describe, expect, test } from "vitest";
import { documentedAnswers } from "./examples/documented-answers.ts";
import { isSuccess } from "./examples/choose.ts";
import { loadDocument } from "./load-document.ts";
import { services } from "./services.ts";
import { stubApp } from "./stub-app.ts";
import { exampleRequest } from "./testing/example-request.ts";

const app = stubApp();

function request(operation: OperationSpec, prefix: string): Request {
  const { method, path } = operation;
  const filled = path.replaceAll(/\{(\w+)\}/g, "x");
  const headers = { authorization: "Bearer k" };
  return new Request(`http://stub.test${prefix}${filled}`, {
    method: method.toUpperCase(),
    headers,
  });
}

describe.each(services)("$service.name", ({ service, prefixes }) => {
  const document = loadDocument(service.name);

  test.each(prefixes)("every operation is found under %j", async (prefix) => {
    for (const operation of service.operations) {
      const { status } = await app.fetch(request(operation, prefix));
      expect([operation.id, status]).not.toEqual([operation.id, 404]);
      expect([operation.id, status]).not.toEqual([operation.id, 405]);
    }
  });

  test.each(service.operations.map((operation) => [operation.id, operation] as const))(
    "%s has an example of its success",
    (_id, operation) => {
      const answers = documentedAnswers(document, operation).filter(isSuccess);
      expect(answers).not.toEqual([]);
      const named = answers.filter(({ framing }) => framing === "json");
      expect(named.every(({ examples }) => examples.size > 0)).toBe(true);
    },
  );

  test.each(service.operations.map((operation) => [operation.id, operation] as const))(
    "%s answers the requests of its examples with success, and with each error that it documents",
    async (_id, operation) => {
      const [prefix = ""] = prefixes;
      const answers = documentedAnswers(document, operation);
      const statuses = answers.filter(isSuccess).map(({ status }) => status);
      const response = await app.fetch(exampleRequest(document, operation, prefix));
      expect({ status: response.status, body: await response.text() }).toMatchObject({
        status: statuses[0],
      });
      for (const { status } of answers) {
        const prefer = `code=${status}`;
        const other = await app.fetch(exampleRequest(document, operation, prefix, { prefer }));
        expect({ status: other.status, body: await other.text() }).toMatchObject({ status });
        expect(other.headers.get("preference-applied")).toBe(prefer);
      }
    },
  );

  test("its document can be read", async () => {
    const response = await app.request(`/openapi/${service.name}.json`);
    expect(await response.json()).toEqual(document);
  });
});

test.each([
  ["GET", "/nowhere", 404, null],
  ["GET", "/traces/nowhere", 404, null],
  ["GET", "/tracesnowhere", 404, null],
  ["PUT", "/traces/call/read", 405, "POST"],
  ["POST", "/health", 405, "GET, HEAD"],
])("%s %s answers %i as the server does", async (method, path, status, allow) => {
  const response = await app.request(path, { method });
  expect(response.status).toBe(status);
  expect(response.headers.get("allow")).toBe(allow);
  expect(await response.json()).toHaveProperty("reason");
});

test("HEAD is GET without its body", async () => {
  const response = await app.request("/traces/version", { method: "HEAD" });
  expect(response.status).toBe(200);
  expect(await response.text()).toBe("");
});

test("a request is validated as the server does", async () => {
  const response = await app.request("/traces/call/read", {
    method: "POST",
    headers: { authorization: "Bearer k" },
    body: '{"project_id":"acme/support"}',
  });
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ detail: [{ loc: ["body", "id"] }] });
});

test("pages of other origins may call, and their preflight is answered", async () => {
  const origin = "https://page.test";
  const simple = await app.request("/traces/version", { headers: { origin } });
  expect(simple.headers.get("access-control-allow-origin")).toBe("*");
  const preflight = await app.request("/traces/call/read", {
    method: "OPTIONS",
    headers: { origin, "access-control-request-method": "POST" },
  });
  expect(preflight.status).toBe(204);
});

test.each([
  [{ variables: { name: "support", entityName: "acme" } }, "support", "acme"],
  [{ variables: { input: { name: "support", entityName: "acme" } } }, "support", "acme"],
  [{ query: "{ viewer { id } }", variables: null }, "stub", "stub"],
  [[], "stub", "stub"],
])("SDKs that ask for their user and project get a good answer: %j", async (body, name, team) => {
  const response = await app.request("/graphql", { method: "POST", body: JSON.stringify(body) });
  expect(await response.json()).toMatchObject({
    data: {
      viewer: { username: "stub", defaultEntity: { name: "stub" } },
      project: { name, entityName: team },
      upsertModel: { project: { name } },
      serverInfo: { frontendHost: "http://localhost" },
    },
  });
});

test("a body that is no query gets an answer too", async () => {
  expect((await app.request("/graphql", { method: "POST", body: "{" })).status).toBe(200);
});
