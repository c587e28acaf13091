import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { HeddleProcess } from "../../cli/testing/heddle-process.ts";

let folder: string;
let dataDir: string;
let heddle: HeddleProcess;
let url: string;
let key: string;

const patiently = { timeout: 120_000 };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "heddle-killed-"));
  dataDir = join(folder, "data");
  heddle = new HeddleProcess(["start", "--data-dir", dataDir, "--port", "0"]);
  url = await heddle.listening();
  key = (await readFile(join(dataDir, "api-key"), "utf8")).trim();
});

afterEach(async () => {
  heddle.killGroup("SIGKILL");
  await heddle.exited();
  await rm(folder, { recursive: true, force: true });
});

async function ask<Body>(path: string, body?: object): Promise<Body> {
  const answer = await fetch(`${url}/training/v1${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Body;
}

/** Creates models and deletes every third, until the server is gone. Ids that were acknowledged. */
async function churn(worker: number, kept: Set<string>, deleted: Set<string>): Promise<void> {
  for (let i = 0; ; i++) {
    try {
      const name = `w${worker}-${i}`;
      const { id } = await ask<{ id: string }>("/preview/models", {
        project: "demo",
        name,
        base_model: "heddle/loom",
      });
      kept.add(id);
      if (i % 3 !== 2) continue;
      kept.delete(id);
      const answer = await fetch(`${url}/training/v1/preview/models/${id}`, {
        method: "DELETE",
        headers: { Authorization: `Bearer ${key}` },
      });
      if (answer.ok) deleted.add(id);
    } catch {
      return;
    }
  }
}

/** The pid of the server; waits until it is another one than `before`. */
async function serverPid(before?: number): Promise<number> {
  const isOther = (): boolean => ![before, undefined].includes(heddle.serverPid(dataDir));
  await expect.poll(isOther, patiently).toBe(true);
  return heddle.serverPid(dataDir) ?? 0;
}

test("a kill in a burst leaves no model half, loses none, and revives none", async () => {
  const pid = await serverPid();
  const kept = new Set<string>();
  const deleted = new Set<string>();
  const workers = Array.from({ length: 8 }, (_, worker) => churn(worker, kept, deleted));
  await expect.poll(() => deleted.size, patiently).toBeGreaterThan(10);
  process.kill(pid, "SIGKILL");
  await Promise.all(workers);
  await serverPid(pid);

  const found = new Set<string>();
  for (let after = ""; ;) {
    const page = await ask<{ data: { id: string }[]; last_id: string; has_more: boolean }>(
      `/preview/models?limit=100${after}`,
    );
    for (const { id } of page.data) found.add(id);
    if (!page.has_more) break;
    after = `&after=${page.last_id}`;
  }
  for (const id of kept) expect(found).toContain(id);
  for (const id of deleted) expect(found).not.toContain(id);
  for (const id of found) {
    const path = `/preview/models/${id}/checkpoints`;
    expect(await ask(path)).toMatchObject({ data: [{ step: 0 }], has_more: false });
  }
});
