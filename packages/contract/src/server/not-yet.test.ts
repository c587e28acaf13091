import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { notYet } from "../not-yet.ts";
import { operationsOf, traceDocument } from "../spec/document.ts";
import { credentials } from "./requests.ts";
import { runServer, type RunningServer } from "./running-server.ts";

const readme = fileURLToPath(new URL("../../../../README.md", import.meta.url));

let server: RunningServer;

beforeAll(async () => {
  server = await runServer();
}, 120_000);

afterAll(() => server?.end());

describe("what is not built yet", () => {
  test.each(notYet)("$method $path answers 404 and says so", async ({ method, path }) => {
    const address = path.replaceAll(/\{[a-z_]+\}/g, "some");
    const response = await fetch(`${server.url}/traces${address}`, {
      method,
      ...(method === "GET" ? {} : { body: "{}" }),
      headers: credentials(server.keys.admin),
    });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      reason: expect.stringContaining("not built yet") as string,
    });
  });

  test("is in no document", () => {
    const built = new Set(
      operationsOf(traceDocument).map(({ method, path }) => `${method.toUpperCase()} ${path}`),
    );
    expect(notYet.filter(({ method, path }) => built.has(`${method} ${path}`))).toEqual([]);
  });

  test("stands in the README, and nothing else does", async () => {
    const text = await readFile(readme, "utf8");
    const [, table = ""] = /<!-- not-yet -->\n([\s\S]*?)<!-- \/not-yet -->/.exec(text) ?? [];
    const listed = [...table.matchAll(/`([A-Z]+ \/[^`]*)`/g)].map(([, operation]) => operation);
    expect(listed).toEqual(notYet.map(({ method, path }) => `${method} ${path}`));
  });

  test.each([
    "/training/v1/preview/models",
    "/inference/v1/chat/completions",
    "/inference/v1/models",
    "/v1/chat/completions",
    "/v1/preview/training-jobs",
  ])("%s answers 501 in the shape of its service", async (path) => {
    const response = await fetch(`${server.url}${path}`, {
      method: "POST",
      body: "{}",
      headers: credentials(server.keys.admin),
    });
    expect(response.status).toBe(501);
    expect(await response.json()).toHaveProperty("error");
  });
});
