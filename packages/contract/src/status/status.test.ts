/** Operations that are not built say so at every address; docs/status.md lists exactly those. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { credentials } from "../server/credentials.ts";
import { runServer, type RunningServer } from "../server/running-server.ts";
import { everyOperation, serviceNamed } from "../spec/services.ts";
import { absence, notBuiltBy } from "./not-built-by.ts";
import { isBuilt, statusPage, withStatus } from "./status-page.ts";

let server: RunningServer;

beforeAll(async () => {
  server = await runServer();
});

afterAll(() => server?.end());

/** Sends a request whose body is refused by any operation that reads one. */
function ask(method: string, path: string, key: string | undefined): Promise<Response> {
  return fetch(`${server.url}${path.replaceAll(/\{[a-z_]+\}/g, "some")}`, {
    method,
    ...(method === "GET" ? {} : { body: "no JSON" }),
    headers: credentials(key),
  });
}

/** The members of every error answer of a service under a prefix. */
function membersOf(service: string, resource: string, prefix: string): readonly string[] {
  if (service === "trace") return ["reason"];
  if (prefix === "/v1") return ["error", "detail"];
  return service === "inference" || resource === "chat" ? ["error"] : ["detail"];
}

/** Each operation that is not built, under each of its service's prefixes. */
const notBuilt = everyOperation
  .filter(({ service, placed }) => !isBuilt(service, placed))
  .flatMap(({ service, placed: { method, path, operation } }) =>
    [service.prefix, ...service.otherPrefixes].map((prefix) => ({
      service: service.name,
      status: Number(service.notBuilt),
      operation,
      method: method.toUpperCase(),
      prefix,
      at: prefix + path,
    })),
  );

describe("an operation that is not built", () => {
  test.each(notBuilt)("$method $at says so, in the shape of its service", async (one) => {
    const response = await ask(one.method, one.at, server.keys.admin);
    const body = (await response.json()) as Record<string, unknown>;
    expect(response.status).toBe(one.status);
    expect(response.headers.get("x-request-id")).toBe(body["request_id"]);
    const [resource = ""] = one.operation.operationId.split(".");
    for (const member of membersOf(one.service, resource, one.prefix)) {
      const text = JSON.stringify(body[member]);
      expect(text, JSON.stringify(body)).toContain(`${one.operation.operationId} ${absence}`);
    }
  });

  test.each(notBuilt)("$method $at asks for a key first, where it needs one", async (one) => {
    const response = await ask(one.method, one.at, undefined);
    await response.arrayBuffer();
    const isPublic = one.operation["x-access"] === "public";
    expect(response.status).toBe(isPublic ? one.status : 401);
  });

  test.each(["trace", "training", "inference"])(
    "is marked in /docs/%s, and nothing else is",
    async (name) => {
      const page = await (await fetch(`${server.url}/docs/${name}`)).text();
      const marked = [...page.matchAll(/<section id="([\w.]+)" data-built="no"/g)].map(
        ([, id]) => id,
      );
      const { operations } = serviceNamed(name);
      const wanted = everyOperation
        .filter(({ service, placed }) => service.name === name && !isBuilt(service, placed))
        .map(({ placed }) => placed.operation.operationId);
      expect(operations.length).toBeGreaterThan(0);
      expect(new Set(marked)).toEqual(new Set(wanted));
    },
  );
});

test("docs/status.md says what is built and what is not; `npm run status` writes it", async () => {
  const page = readFileSync(statusPage, "utf8");
  expect(page).toBe(withStatus(await notBuiltBy(server), page));
});

test("an unknown path is reported as unknown, not as not built", async () => {
  for (const prefix of ["", "/traces", "/v1", "/training/v1", "/inference/v1"]) {
    const response = await ask("POST", `${prefix}/no/such/operation`, server.keys.admin);
    const text = await response.text();
    expect(response.status, text).toBe(404);
    expect(text).not.toContain(absence);
  }
});
