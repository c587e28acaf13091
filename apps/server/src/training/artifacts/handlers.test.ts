import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TrainingServer } from "../testing/training-server.ts";
import { ArtifactClient, md5 } from "./testing/artifact-client.ts";

let server: TrainingServer;
let client: ArtifactClient;
beforeAll(async () => {
  server = await TrainingServer.start();
  client = new ArtifactClient(server);
}, 120_000);
afterAll(() => server[Symbol.asyncDispose]());

const lines = '{"messages":[{"role":"user","content":"Is water wet?"}]}\n';
const resolve = (ref: string, by?: "elsewhere") =>
  server.ask("GET", `/preview/artifacts?ref=${encodeURIComponent(ref)}`, by && { by });

describe("an artifact file by file", () => {
  test("is begun, filled, committed, read and resolved", async () => {
    const metadata = { format: "jsonl", seed: 1.0 };
    const id = await client.begin("data", { metadata, aliases: ["best"] });
    const put = await client.put(id, "train.jsonl", lines, { "Content-MD5": md5(lines) });
    expect(put).toEqual({
      status: 200,
      body: { path: "train.jsonl", size: lines.length, digest: md5(lines) },
    });
    await client.put(id, "deep/er/test.jsonl", "x");
    expect(await client.get(id, "train.jsonl")).toEqual([404, expect.any(String)]);
    expect((await resolve("wandb-artifact:///acme/demo/data:v0")).status).toBe(404);
    const committed = await server.ask("POST", `/preview/artifacts/${id}/commit`);
    expect(committed).toMatchObject({
      status: 200,
      body: {
        id,
        version: "v0",
        state: "committed",
        url: "wandb-artifact:///acme/demo/data:v0",
        aliases: ["best", "latest"],
        metadata,
        files: [{ path: "deep/er/test.jsonl", size: 1 }, put.body],
      },
    });
    expect(await server.ask("POST", `/preview/artifacts/${id}/commit`)).toEqual(committed);
    expect(await server.ask("GET", `/preview/artifacts/${id}`)).toEqual(committed);
    for (const label of ["", ":latest", ":best", ":v0"]) {
      expect(await resolve(`wandb-artifact:///acme/demo/data${label}`)).toEqual(committed);
    }
    expect(await resolve("wandb-artifact://acme/demo/data")).toEqual(committed);
    expect(await client.get(id, "train.jsonl")).toEqual([200, lines]);
    expect(await client.get(id, "deep%2Fer%2Ftest.jsonl")).toEqual([200, "x"]);
    expect((await client.get(id, "other"))[0]).toBe(404);
    await server.restart();
    expect(await client.get(id, "train.jsonl")).toEqual([200, lines]);
    expect(await resolve("wandb-artifact:///acme/demo/data:best")).toEqual(committed);
  });

  test("replaces a file while it is pending, and never afterwards", async () => {
    const id = await client.begin("replaced");
    await client.put(id, "a", "old");
    await client.put(id, "a", "new");
    await server.ask("POST", `/preview/artifacts/${id}/commit`);
    expect(await client.get(id, "a")).toEqual([200, "new"]);
    expect((await client.put(id, "a", "newer")).status).toBe(409);
    expect((await client.put(id, "b", "more")).status).toBe(409);
    expect(await client.get(id, "a")).toEqual([200, "new"]);
  });

  test("counts versions, and moves its aliases", async () => {
    for (const n of [0, 1]) {
      const id = await client.begin("counted", { aliases: ["best"] });
      await client.put(id, "n", `${n}`);
      await server.ask("POST", `/preview/artifacts/${id}/commit`);
    }
    expect((await resolve("wandb-artifact:///acme/demo/counted:best")).body["version"]).toBe("v1");
    const first = await resolve("wandb-artifact:///acme/demo/counted:v0");
    expect(first.body).toMatchObject({ version: "v0", aliases: [] });
  });

  test("is begun once by a repeat with the same key", async () => {
    const headers = { "Idempotency-Key": "one" };
    const body = { project: "demo", name: "once", metadata: { n: 1 } };
    const begin = (members: object) =>
      server.ask("POST", "/preview/artifacts", { body: { ...body, ...members }, headers });
    const first = await begin({});
    expect(first.status).toBe(200);
    expect(await begin({})).toEqual(first);
    expect((await begin({ metadata: { n: 2 } })).status).toBe(409);
  });

  test("refuses bytes that are not those announced, and stores none of them", async () => {
    const id = await client.begin("wrong");
    const answer = await client.put(id, "a", "bytes", { "Content-MD5": md5("others") });
    expect(answer.status).toBe(409);
    expect(answer.body["detail"]).toContain(md5("bytes"));
    const { body } = await server.ask("GET", `/preview/artifacts/${id}`);
    expect(body["files"]).toEqual([]);
  });
});

describe("a hostile request", () => {
  test.each([
    "..%2Fkeys",
    "a%2F..%2F..%2Fb",
    "%2Fetc%2Fpasswd",
    "a%2F%2Fb",
    "a%5C..%5Cb",
    "C%3Aboot",
    "a%00b",
    "a%0Ab",
    ".%2Fa",
    "x".repeat(1025),
  ])("with the path %s is refused, and stores nothing", async (path) => {
    const id = await client.begin("paths");
    expect((await client.put(id, path, "x")).status).toBe(422);
    const { body } = await server.ask("GET", `/preview/artifacts/${id}`);
    expect(body["files"]).toEqual([]);
  });

  test.each(["v0", "v12", "a/b", "a:b", "", "x".repeat(129)])(
    "for the alias %j is refused",
    async (alias) => {
      const body = { project: "demo", name: "named", aliases: [alias] };
      expect((await server.ask("POST", "/preview/artifacts", { body })).status).toBe(422);
    },
  );

  test.each([
    ["http://example.org/a", 422],
    ["wandb-artifact:///acme/demo", 422],
    ["wandb-artifact:///acme/demo/none", 404],
    ["wandb-artifact:///acme/demo/none:v99999999999999999999", 404],
    ["wandb-artifact:///elsewhere/demo/none", 404],
  ])("for %s is %i", async (ref, status) => {
    expect((await resolve(ref)).status).toBe(status);
  });

  test("of another entity finds nothing, by whatever way", async () => {
    const id = await client.begin("secret");
    await client.put(id, "a", "secret");
    const by = "elsewhere" as const;
    const path = `/preview/artifacts/${id}`;
    expect((await client.put(id, "b", "x", {}, by)).status).toBe(404);
    expect((await server.ask("POST", `${path}/commit`, { by })).status).toBe(404);
    await server.ask("POST", `${path}/commit`);
    expect((await server.ask("GET", path, { by })).body["detail"]).toBe(`Artifact ${id} not found`);
    expect((await server.ask("GET", "/preview/artifacts/x", { by })).body["detail"]).toBe(
      "Artifact x not found",
    );
    expect((await client.get(id, "a", by))[0]).toBe(404);
    expect((await resolve("wandb-artifact:///acme/demo/secret:v0", by)).status).toBe(404);
    const body = { entity: "acme", project: "demo", name: "secret" };
    expect((await server.ask("POST", "/preview/artifacts", { body, by })).status).toBe(404);
  });

  test("of a key that may only read writes nothing", async () => {
    const id = await client.begin("read-only");
    expect((await client.put(id, "a", "x", {}, "reader")).status).toBe(403);
    const commit = await server.ask("POST", `/preview/artifacts/${id}/commit`, { by: "reader" });
    expect(commit.status).toBe(403);
  });

  test.each(["none", "../x", "%00"])("for the artifact %s is 404", async (id) => {
    const answer = await server.ask("GET", `/preview/artifacts/${encodeURIComponent(id)}`);
    expect(answer.status).toBe(404);
  });
});
