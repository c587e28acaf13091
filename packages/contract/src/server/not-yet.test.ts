import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isNotYet, notYet, type NotYet } from "../not-yet.ts";
import { everyOperation, serviceNamed } from "../spec/services.ts";
import { credentials } from "./credentials.ts";
import { runServer, type RunningServer } from "./running-server.ts";

const page = fileURLToPath(new URL("../../../../docs/status.md", import.meta.url));

let server: RunningServer;

beforeAll(async () => {
  server = await runServer();
});

afterAll(() => server?.end());

/** A request that is refused for its body where anything reads one. */
function ask(method: string, path: string, key: string | undefined): Promise<Response> {
  return fetch(`${server.url}${path.replaceAll(/\{[a-z_]+\}/g, "some")}`, {
    method: method.toUpperCase(),
    ...(method.toUpperCase() === "GET" ? {} : { body: "no JSON" }),
    headers: credentials(key),
  });
}

function prefixesOf(service: string): readonly string[] {
  const { prefix, otherPrefixes } = serviceNamed(service);
  return [prefix, ...otherPrefixes];
}

/** What every answer of a service under a prefix has that says no. */
function membersOf({ service, resource }: NotYet, prefix: string): readonly string[] {
  if (service === "trace") return ["reason"];
  if (prefix === "/v1") return ["error", "detail"];
  return service === "inference" || resource === "chat" ? ["error"] : ["detail"];
}

const placed = notYet.flatMap((one) =>
  prefixesOf(one.service).map((prefix) => ({ ...one, prefix, at: `${prefix}${one.path}` })),
);

describe("what is not built yet", () => {
  test.each(placed)("$method $at says so, in the shape of its service", async (one) => {
    const response = await ask(one.method, one.at, server.keys.admin);
    const body = (await response.json()) as Record<string, unknown>;
    expect(response.status).toBe(one.service === "trace" ? 404 : 501);
    expect(response.headers.get("x-request-id")).toBe(body["request_id"]);
    for (const member of membersOf(one, one.prefix)) {
      const text = JSON.stringify(body[member]);
      expect(text, `${member} of ${JSON.stringify(body)}`).toContain("not built yet");
    }
  });

  test.each(placed.filter(({ isInSpec }) => isInSpec))(
    "$method $at asks for a key first, where its operation does",
    async ({ service, method, path, at }) => {
      const operation = everyOperation.find(
        (one) =>
          one.service.name === service &&
          one.placed.path === path &&
          one.placed.method.toUpperCase() === method,
      )?.placed.operation;
      const response = await ask(method, at, undefined);
      await response.arrayBuffer();
      const isPublic = operation?.["x-access"] === "public";
      expect(response.status).toBe(isPublic ? (service === "trace" ? 404 : 501) : 401);
    },
  );
});

describe("the list", () => {
  test.each(everyOperation)("says of $id whether it is built", async ({ service, placed }) => {
    const isListed = isNotYet(service.name, placed.method, placed.path);
    const response = await ask(placed.method, `${service.prefix}${placed.path}`, server.keys.admin);
    const text = await response.text();
    expect(text.includes("not built yet"), text.slice(0, 300)).toBe(isListed);
  });

  test("has what the spec has as such, and the rest as planned", () => {
    const inSpec = new Set(
      everyOperation.map(
        ({ service, placed: { method, path } }) =>
          `${service.name} ${method.toUpperCase()} ${path}`,
      ),
    );
    const wrong = notYet.filter(
      ({ service, method, path, isInSpec }) =>
        inSpec.has(`${service} ${method} ${path}`) !== isInSpec,
    );
    expect(wrong).toEqual([]);
  });

  test("stands in docs/status.md, and nothing else does", async () => {
    const text = await readFile(page, "utf8");
    const [, table = ""] = /<!-- not-yet -->\n([\s\S]*?)<!-- \/not-yet -->/.exec(text) ?? [];
    const listed = table.split("\n").flatMap((line) => {
      const [, service] = /^\| (\w+) \|/.exec(line) ?? [];
      const operations = [...line.matchAll(/`([A-Z]+ \/[^`]*)`/g)];
      return operations.map(([, operation]) => `${service} ${operation}`);
    });
    expect(listed).toEqual(notYet.map((one) => `${one.service} ${one.method} ${one.path}`));
  });
});
