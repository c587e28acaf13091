import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "@heddle/server-kit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadConfig, type RunningServer, startServer } from "../index.ts";
import { CallWrites } from "./testing/released-folder/call-writes.ts";
import type { FolderClient } from "./testing/released-folder/folder-client.ts";
import {
  changedAnswers,
  clientsAt,
  type KeyClients,
} from "./testing/released-folder/recorded-answers.ts";
import {
  folderOfRelease,
  readRecorded,
  recordedFolders,
  type ThingsToChange,
  unpack,
} from "./testing/released-folder/recorded-folder.ts";

test("the schemas of the last release have a recorded data folder", () => {
  const command = "apps/server/src/store/testing/released-folder/write-released-folder.ts";
  expect(recordedFolders(), `Run npm exec -- node ${command}`).toContain(folderOfRelease());
});

describe.each(recordedFolders())("the data folder %s", (name) => {
  const { keys, toChange, answers } = readRecorded(name);
  let dataDir: string;
  let server: RunningServer | undefined;
  let clients: KeyClients;

  const restart = async (): Promise<void> => {
    await server?.close();
    const flags = { "data-dir": dataDir, port: "0", log: "silent" };
    server = await startServer(loadConfig({ flags, env: {} }));
    clients = clientsAt(server.url, keys);
  };

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "heddle-upgrade-"));
    unpack(name, dataDir);
    await restart();
  });
  afterAll(async () => {
    await server?.close();
    await rm(dataDir, { recursive: true });
  });

  test("answers every read as its release did, also after a restart", async () => {
    expect(answers.length).toBeGreaterThan(0);
    expect(await changedAnswers(clients, answers)).toEqual([]);
    await restart();
    expect(await changedAnswers(clients, answers)).toEqual([]);
  });

  test("still refuses a revoked key", async () => {
    const { project_id } = toChange;
    const answer = await clients.revoked.post("/calls/query_stats", { project_id });
    expect(answer.status).toBe(401);
  });

  test("takes writes on top, and keeps them", async () => {
    const check = await writeOnTop(clients.local, toChange);
    await check(clients.local);
    await restart();
    await check(clients.local);
    const ofOthers = answers.filter(({ body }) => {
      return "project_id" in body && body.project_id !== toChange.project_id;
    });
    expect(ofOthers.length).toBeGreaterThan(0);
    expect(await changedAnswers(clients, ofOthers)).toEqual([]);
  });
});

/** Changes what a folder holds, and returns a check that reads the changes. */
async function writeOnTop(
  client: FolderClient,
  { project_id, ...ids }: ThingsToChange,
): Promise<(from: FolderClient) => Promise<void>> {
  const ask = <T>(path: string, body: object, from = client): Promise<T> =>
    from.write<T>(path, { project_id, ...body });
  const call = async (id: string, from = client): Promise<Record<string, unknown>> =>
    (await ask<{ call: Record<string, unknown> }>("/call/read", { id }, from)).call;
  const count = (filter: object, from = client): Promise<{ count: number }> =>
    ask("/calls/query_stats", { filter }, from);
  const rowsOf = (digest: string, from = client): Promise<{ count: number }> =>
    ask("/table/query_stats", { digest }, from);

  const { trace_id, display_name } = await call(ids.root);
  const running = await call(ids.running);
  const { output } = await call(ids.ended);
  const tree = { trace_ids: [trace_id] };
  const [all, inTree, rows] = [await count({}), await count(tree), await rowsOf(ids.table)];
  expect({ display_name, inTree }).not.toEqual({ display_name: null, inTree: { count: 0 } });

  const calls = new CallWrites(client, project_id);
  await calls.finish(ids.running, { output: "ended after the upgrade" });
  await calls.begin(ids.endWithoutStart, { inputs: { late: true } });
  await calls.begin(ids.ended, { started_at: "2026-05-01T00:00:00Z" });
  await calls.rename(ids.ended, "renamed after the upgrade");
  await calls.complete({ "a new call": { inputs: { new: json("1.0") } } });
  const { num_deleted } = await ask<{ num_deleted: number }>("/calls/delete", {
    call_ids: [ids.root],
  });
  expect(num_deleted).toBe(inTree.count);
  const elsewhere = new CallWrites(client, "local/new after the upgrade");
  await elsewhere.complete({ [ids.root]: {} });
  const { object_id } = ids;
  const publish = (val: unknown): Promise<{ digest: string }> =>
    client.write("/obj/create", { obj: { project_id, object_id, val } });
  const { digest: third } = await publish({ text: "after the upgrade" });
  expect(await publish(json(ids.secondVersion))).toMatchObject({ digest: ids.versions[1] });
  const updates = [{ append: { row: { added: 1 } } }];
  const { digest: table } = await ask<{ digest: string }>("/table/update", {
    base_digest: ids.table,
    updates,
  });
  const file = await client.writeFile(project_id, "new", "new bytes");

  return async (from) => {
    const { started_at, display_name } = running;
    const ended = { ended_at: expect.any(String) as string, output: "ended after the upgrade" };
    expect(await call(ids.running, from)).toMatchObject({ started_at, display_name, ...ended });
    expect(await call(ids.endWithoutStart, from)).toMatchObject({
      inputs: { late: true },
      ...ids.waiting,
    });
    expect(await call(ids.ended, from)).toMatchObject({
      started_at: "2026-05-01T00:00:00Z",
      display_name: "renamed after the upgrade",
      output,
    });
    expect(await call("a new call", from)).toMatchObject({ inputs: { new: 1 } });
    expect(await call(ids.root, from)).toBeNull();
    expect(await count(tree, from)).toMatchObject({ count: 0 });
    const more = 2 - num_deleted;
    expect(await count({}, from)).toMatchObject({ count: all.count + more });
    expect(
      await from.write("/calls/query_stats", { project_id: elsewhere.project_id }),
    ).toMatchObject({ count: 1 });
    const version = (digest: string): Promise<unknown> =>
      ask("/obj/read", { object_id, digest }, from);
    expect(await version("latest")).toMatchObject({ obj: { version_index: 1, is_latest: 1 } });
    const version_index = ids.versions.length;
    expect(await version(third)).toMatchObject({ obj: { version_index, is_latest: 0 } });
    expect(await rowsOf(table, from)).toEqual({ count: rows.count + 1 });
    expect(await from.post("/file/content", { project_id, digest: file })).toMatchObject({
      text: "new bytes",
    });
  };
}
