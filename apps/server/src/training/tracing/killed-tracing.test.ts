import type { Trace } from "@heddle/types";
import { afterEach, beforeEach, expect, test } from "vitest";
import { KillableServer } from "../testing/killable-server.ts";

let server: KillableServer;

const patiently = { timeout: 240_000, interval: 20 };

beforeEach(async () => {
  server = await KillableServer.start();
});

afterEach(async () => {
  await server.close();
});

const project_id = "local/demo";

async function count(): Promise<number> {
  const counted = { project_id, filter: { trace_roots_only: true } };
  // The server may be starting again.
  const found = await server
    .ask<Trace.CallsCount>("/traces/calls/query_stats", counted)
    .catch(() => null);
  return found?.count ?? 0;
}

test("a server that is killed again and again traces each accepted trajectory once", async () => {
  const model = { project: "demo", name: "agent", base_model: "heddle/loom" };
  const { id } = await server.ask<{ id: string }>("/training/v1/preview/models", model);
  const rewards = Array.from({ length: 2_000 }, (_, reward) => reward);
  const trajectory_groups = [{ trajectories: rewards.map((reward) => ({ reward })) }];
  await server.ask(`/training/v1/preview/models/${id}/log`, { split: "val", trajectory_groups });
  for (const atLeast of [0, 300, 900]) {
    await expect.poll(count, patiently).toBeGreaterThanOrEqual(atLeast);
    await server.kill();
  }
  await expect.poll(count, patiently).toBe(rewards.length);
  const query = async (): Promise<readonly number[]> => {
    const { result } = await server.ask<Trace.FeedbackList>("/traces/feedback/query", {
      project_id,
    });
    return result.map(({ payload }) => Number(payload?.["value"]));
  };
  await expect.poll(async () => (await query()).length, patiently).toBe(rewards.length);
  expect((await query()).toSorted((a, b) => a - b)).toEqual(rewards);
  expect(await count()).toBe(rewards.length);
});
