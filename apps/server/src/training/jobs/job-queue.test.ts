import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type OpenedRecords, openRecords } from "../../store/records/records.ts";
import { claimJob, releaseJob, renewLease } from "./job-queue-sql.ts";
import { JobJournal, LeaseLost } from "./job-journal-sql.ts";
import type { TrainingJob } from "./training-job.ts";
import { QueueScene } from "./testing/queue-scene.ts";

let scene: QueueScene;
const machine = { engine: "embedded", serverVersion: "0.0.0" };
const minute = 60_000;
const start = Date.parse("2026-01-01T00:00:00Z");
const at = (ms: number): string => new Date(start + ms).toISOString();

beforeEach(async () => {
  scene = await QueueScene.open();
});
afterEach(() => scene[Symbol.asyncDispose]());

async function claim(ms: number, records: OpenedRecords = scene.records) {
  const lease = { id: randomUUID(), until: at(ms + minute) };
  const job = await claimJob(records, { lease, now: at(ms), machine });
  return job && { job, leaseId: lease.id };
}

test("runners that race on one file claim each job once", async () => {
  const models = await Promise.all(["a", "b", "c", "d", "e", "f"].map((name) => scene.model(name)));
  const made: string[] = [];
  for (const model of models) made.push(await scene.queue(model, at(0)));
  const others = await Promise.all(
    Array.from({ length: 3 }, () => openRecords({ file: scene.file })),
  );
  const claimed = await Promise.all(
    Array.from({ length: 24 }, (_, i) => claim(1, others[i % others.length])),
  );
  await Promise.all(others.map((records) => records.close()));
  const ids = claimed.flatMap((found) => found?.job.id ?? []);
  expect(ids.toSorted()).toEqual(made.toSorted());
});

test("a model has one writer, and its jobs run in their order", async () => {
  const model = await scene.model("a");
  const [one, two] = [await scene.queue(model, at(5)), await scene.queue(model, at(5))];
  const first = await claim(10);
  expect(first?.job.id).toBe(one);
  expect(await claim(10)).toBeUndefined();
  await scene.fail(one);
  expect((await claim(11))?.job.id).toBe(two);
});

test("of several models, the one that has waited longest is next", async () => {
  const [busy, idle] = [await scene.model("busy"), await scene.model("idle")];
  const ofBusy: string[] = [];
  for (let i = 0; i < 4; i++) ofBusy.push(await scene.queue(busy, at(i)));
  const ofIdle = [await scene.queue(idle, at(100)), await scene.queue(idle, at(101))];
  const order: string[] = [];
  for (let ms = 200; ms < 206; ms++) {
    const found = await claim(ms);
    order.push(found!.job.id);
    await scene.fail(found!.job.id);
  }
  expect(order).toEqual([ofBusy[0], ofIdle[0], ofBusy[1], ofIdle[1], ofBusy[2], ofBusy[3]]);
});

test("a job whose lease has run out is another's, and its old holder can write nothing", async () => {
  const model = await scene.model("a");
  await scene.queue(model, at(0));
  const old = await claim(0);
  expect(await claim(minute)).toBeUndefined();
  const fresh = await claim(minute + 1);
  expect(fresh?.job).toMatchObject({ id: old?.job.id, claims: 2, setbacks: 2 });
  const lease = { id: old!.leaseId, until: at(9 * minute) };
  expect(await renewLease(scene.records, old!.job.id, lease)).toBe(false);
  await expect(journalOf(old!).started(3)).rejects.toThrow(LeaseLost);
  await journalOf(fresh!).started(3);
  await expect(journalOf(old!).stepped(1, { loss: 1 })).rejects.toThrow(LeaseLost);
  await journalOf(fresh!).stepped(1, { loss: 2 });
  expect((await scene.events(fresh!.job.id)).map(({ data }) => data)).toEqual([
    { num_sequences: 3 },
    { loss: 2 },
  ]);
});

test("a lease that is renewed in time stays", async () => {
  const model = await scene.model("a");
  await scene.queue(model, at(0));
  const held = await claim(0);
  const lease = { id: held!.leaseId, until: at(5 * minute) };
  expect(await renewLease(scene.records, held!.job.id, lease)).toBe(true);
  expect(await claim(4 * minute)).toBeUndefined();
});

test("a job that waits for room is queued again, and counts no setback", async () => {
  const model = await scene.model("a");
  const id = await scene.queue(model, at(0));
  const held = await claim(0);
  const release = { jobId: id, leaseId: held!.leaseId, isSetback: false, hasBegun: false };
  await releaseJob(scene.records, { ...release, notBefore: at(500) });
  expect(await scene.read(id)).toMatchObject({
    status: "queued",
    startedAt: null,
    startStep: null,
    setbacks: 0,
  });
  expect(await claim(499)).toBeUndefined();
  expect((await claim(500))?.job.id).toBe(id);
});

test("a step that was told is not told again", async () => {
  const model = await scene.model("a");
  await scene.queue(model, at(0));
  const held = await claim(0);
  const journal = journalOf(held!);
  await journal.started(2);
  await journal.stepped(1, { loss: 1 });
  await journal.stepped(1, { loss: 5 });
  expect((await scene.events(held!.job.id)).map(({ data }) => data)).toEqual([
    { num_sequences: 2 },
    { loss: 1 },
  ]);
});

function journalOf({ job, leaseId }: { job: TrainingJob; leaseId: string }): JobJournal {
  const { id, modelId } = job;
  return new JobJournal(scene.records, { id, modelId, leaseId }, () => new Date(start));
}
