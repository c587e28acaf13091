import { afterAll, beforeAll, expect, test } from "vitest";
import { runServer, type RunningServer } from "../server/running-server.ts";
import { runProgram } from "./run-program.ts";

let server: RunningServer;

beforeAll(async () => {
  server = await runServer();
});
afterAll(() => server?.end());

test("the Node SDK reads by alias, meets deleted versions, and publishes them again", async () => {
  const { result } = await runProgram({
    name: "deleted-objects.ts",
    traceUrl: server.url,
    apiKey: server.keys.write,
    project: "acme/deleted",
  });
  const rejected = {
    status: 404,
    error: {
      error_type: "ObjectDeletedError",
      deleted_at: expect.stringMatching(/Z$/) as string,
      reason: expect.stringContaining("was deleted at") as string,
    },
  };
  expect(await result).toMatchObject({
    before: [{ hello: "world" }, { hello: "moon" }, { hello: "world" }],
    deleted: rejected,
    latest: { hello: "world" },
    isSameDigest: [true, true],
    revived: { hello: "moon" },
    datasetDeleted: rejected,
    rows: 2,
  });
});
