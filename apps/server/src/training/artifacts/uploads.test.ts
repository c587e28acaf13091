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

describe("an upload", () => {
  test("makes a committed version of all its files", async () => {
    const fields = { project: "demo", name: "whole", metadata: '{"n": 1.0}' };
    const answer = await client.upload(fields, { "train.jsonl": "a\n", "test.jsonl": "b\n" });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        entity: "acme",
        type: "dataset",
        version: "v0",
        state: "committed",
        aliases: ["latest"],
        metadata: { n: 1 },
        files: [
          { path: "test.jsonl", size: 2, digest: md5("b\n") },
          { path: "train.jsonl", size: 2, digest: md5("a\n") },
        ],
      },
    });
    expect(await client.get(String(answer.body["id"]), "test.jsonl")).toEqual([200, "b\n"]);
  });

  test("is made once by a repeat with the same key", async () => {
    const fields = { project: "demo", name: "repeated" };
    const headers = { "Idempotency-Key": "upload" };
    const first = await client.upload(fields, { a: "1" }, headers);
    expect(first.body["version"]).toBe("v0");
    expect(await client.upload(fields, { a: "1" }, headers)).toEqual(first);
    expect((await client.upload(fields, { a: "2" }, headers)).status).toBe(409);
    expect((await client.upload(fields, { a: "1" })).body["version"]).toBe("v1");
  });

  test.each([
    [{ metadata: "[1]" }, { a: "1" }],
    [{ metadata: "no" }, { a: "1" }],
    [{ type: "a b" }, { a: "1" }],
    [{}, { "../a": "1" }],
    [{}, { "a/../../b": "1" }],
  ])("of %j with %j is refused, and leaves nothing behind", async (fields, files) => {
    const name = { project: "demo", name: "refused" };
    const answer = await client.upload({ ...name, ...fields }, files);
    expect(answer.status).toBe(422);
    const ref = encodeURIComponent("wandb-artifact:///acme/demo/refused");
    expect((await server.ask("GET", `/preview/artifacts?ref=${ref}`)).status).toBe(404);
  });

  test("into the project of another entity is 404", async () => {
    const fields = { entity: "elsewhere", project: "demo", name: "theirs" };
    expect((await client.upload(fields, { a: "1" })).status).toBe(404);
  });
});
