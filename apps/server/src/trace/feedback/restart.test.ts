import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadConfig, startServer } from "../../index.ts";
import { feedbackRequests } from "../../store/testing/released-folder/feedback-requests.ts";
import { fillFeedback } from "../../store/testing/released-folder/fill-feedback.ts";
import { FolderClient } from "../../store/testing/released-folder/folder-client.ts";

let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "heddle-test-"));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

/** Serves the folder while a client uses it. */
async function served<Result>(use: (client: FolderClient) => Promise<Result>): Promise<Result> {
  const flags = { "data-dir": dataDir, port: "0", log: "error" };
  const server = await startServer(loadConfig({ flags, env: {} }));
  try {
    const key = (await readFile(join(dataDir, "api-key"), "utf8")).trim();
    return await use(new FolderClient(server.url, key));
  } finally {
    await server.close();
  }
}

async function answers(client: FolderClient): Promise<string[]> {
  const texts: string[] = [];
  for (const { path, body } of feedbackRequests("local/p")) {
    const { status, text } = await client.post(path, body);
    expect([status, text.slice(0, 200)]).toEqual([200, expect.any(String)]);
    texts.push(text);
  }
  return texts;
}

test("a restarted server gives the same answers", async () => {
  const before = await served(async (client) => {
    await fillFeedback(client, "local/p");
    return answers(client);
  });
  expect(before[0]).toContain('"total_count":11');
  expect(before[0]).toContain('{"z":1e2,"a":12345678901234567890123,"z":-0,"s":"\\ud800",');
  expect(await served(answers)).toEqual(before);
});
