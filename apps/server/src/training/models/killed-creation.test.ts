import { afterEach, beforeEach, expect, test } from "vitest";
import { KillableServer } from "../testing/killable-server.ts";

let server: KillableServer;

const patiently = { timeout: 120_000 };

beforeEach(async () => {
  server = await KillableServer.start();
});

afterEach(async () => {
  await server.close();
});

async function ask<Body>(path: string, body?: object): Promise<Body> {
  return await server.ask<Body>(`/training/v1${path}`, body);
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
      const answer = await server.fetch(`/training/v1/preview/models/${id}`, { method: "DELETE" });
      if (answer.ok) deleted.add(id);
    } catch {
      return;
    }
  }
}

test("a kill in a burst leaves no model half, loses none, and revives none", async () => {
  const pid = await server.pid();
  const kept = new Set<string>();
  const deleted = new Set<string>();
  const workers = Array.from({ length: 8 }, (_, worker) => churn(worker, kept, deleted));
  await expect.poll(() => deleted.size, patiently).toBeGreaterThan(10);
  process.kill(pid, "SIGKILL");
  await Promise.all(workers);
  await server.pid(pid);

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
