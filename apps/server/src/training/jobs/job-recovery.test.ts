import { expect, onTestFinished, test } from "vitest";
import { TrainingStates } from "../states/training-states.ts";
import { RetiredSamplers } from "../checkpoints/retired-samplers.ts";
import { JobScene } from "./testing/job-scene.ts";

async function scene(): Promise<JobScene> {
  const opened = await JobScene.open();
  onTestFinished(() => opened[Symbol.asyncDispose]());
  return opened;
}

const log = { error: () => {} };
const types = (steps: number): readonly string[] => [
  "training_started",
  ...Array<string>(steps).fill("gradient_step"),
  "training_ended",
];

test.each([
  ["from the start of the job", 60_000],
  ["from the last state that it saved", 0],
])("a job whose engine dies goes on %s, and ends in the same weights", async (_, saveEveryMs) => {
  const jobs = await scene();
  const [whole, cut] = [await jobs.model("whole"), await jobs.model("cut")];
  const deaths = new Set([2, 5]);
  jobs.beforeStep = async (job, index) => {
    if (job.modelId !== cut.id || !deaths.delete(index)) return;
    await jobs.engine.killWorker();
  };
  await jobs.runner({ saveEveryMs, mostAtOnce: 1 });
  for (const model of [whole, cut]) {
    for (let i = 0; i < 2; i++) {
      const job = await jobs.queue(model);
      expect(await jobs.ended(job)).toMatchObject({ status: "succeeded", error: null });
      // Every step is told once, however often it was taken.
      const events = await jobs.events(job);
      expect(events.map(({ type }) => type)).toEqual(types(6));
      expect(jobs.prepared.get(job)).toBe(model === cut && i === 0 ? 3 : 1);
    }
  }
  expect(deaths.size).toBe(0);
  expect(await jobs.weights(cut.id)).toEqual(await jobs.weights(whole.id));
  const metrics = { steps: 6, last: 12 };
  const page = { after: undefined, limit: 9, order: "desc" } as const;
  const { signal } = new AbortController();
  for (const { id } of [whole, cut]) {
    const [two, one, zero] = await jobs.checkpoints.list(id, page, signal);
    expect([two?.metrics, one?.metrics]).toEqual([metrics, { ...metrics, last: 6 }]);
    expect([two?.step, one?.step, zero?.step]).toEqual([2, 1, 0]);
  }
});

test("a runner that stops gives its job back, and the next goes on", async () => {
  const jobs = await scene();
  const model = await jobs.model("moved");
  const first = await jobs.runner({ saveEveryMs: 0 });
  const reached = new Promise<void>((resolve) => {
    jobs.beforeStep = (_, index) => {
      if (index === 3) resolve();
    };
  });
  const job = await jobs.queue(model);
  await reached;
  await first.close();
  expect(await jobs.read(job)).toMatchObject({ status: "running", setbacks: 0 });
  await jobs.runner();
  expect(await jobs.ended(job)).toMatchObject({ status: "succeeded", claims: 2 });
  expect((await jobs.events(job)).map(({ type }) => type)).toEqual(types(6));
});

test("a job that never gets further fails in the end", async () => {
  const jobs = await scene();
  const model = await jobs.model("cursed");
  jobs.beforeStep = () => jobs.engine.killWorker();
  const job = await jobs.queue(model);
  await jobs.records.writing.updateTable("training_jobs").set({ setbacks: 19 }).execute();
  await jobs.runner();
  const { status, error } = await jobs.ended(job);
  expect({ status, error }).toEqual({
    status: "failed",
    error: "The trainer stopped answering 20 times.",
  });
});

test("numbers that are not finite fail the job, and the last step stays the newest", async () => {
  const jobs = await scene();
  const model = await jobs.model("infinite");
  await jobs.runner();
  await jobs.ended(await jobs.queue(model));
  const before = await jobs.weights(model.id);
  jobs.beforeStep = async (_, index, { engine, handle }) => {
    if (index < 3) return;
    const inputTokens = Int32Array.of(1, 2);
    const weights = Float32Array.of(3e38, 3e38);
    const datum = { inputTokens, targetTokens: inputTokens, weights };
    await engine.accumulate(handle, [datum], { name: "cross_entropy" });
  };
  const job = await jobs.queue(model);
  const { status, step, error } = await jobs.ended(job);
  expect({ status, step }).toEqual({ status: "failed", step: null });
  expect(error).toMatch(/not finite/);
  const last = (await jobs.events(job)).at(-1);
  expect(last).toMatchObject({ type: "training_failed", data: { error_message: error } });
  expect(await jobs.weights(model.id)).toEqual(before);
  jobs.beforeStep = () => {};
  const next = await jobs.ended(await jobs.queue(model));
  expect(next).toMatchObject({ status: "succeeded", step: 2, startStep: 1 });
});

test("states and weights that nobody needs leave the disk", async () => {
  const jobs = await scene();
  const { engine, records } = jobs;
  const states = new TrainingStates({ records, engine, log });
  const retired = new RetiredSamplers({ records, engine, log });
  const swept = async (): Promise<void> => {
    retired.sweep();
    states.sweep();
    await Promise.all([retired.settled(), states.settled()]);
  };
  const model = await jobs.model("tidy");
  const runner = await jobs.runner({ saveEveryMs: 0 });
  const [one, two] = [await jobs.queue(model), await jobs.queue(model)];
  await jobs.ended(two);
  await swept();
  const names = async (): Promise<readonly string[]> =>
    (await engine.listStates(model.id)).map(({ name }) => name).toSorted();
  expect(await names()).toEqual([`${one}-1-6`, `${two}-1-6`].toSorted());

  const reached = new Promise<void>((resolve) => {
    jobs.beforeStep = (_, index) => {
      if (index === 4) resolve();
    };
  });
  const cut = await jobs.queue(model);
  await reached;
  await jobs.jobs(runner).cancel(cut, new AbortController().signal);
  await runner.close();
  await swept();
  expect(await names()).toEqual([`${one}-1-6`, `${two}-1-6`].toSorted());

  await jobs.checkpoints.delete(model.id, [1]);
  await swept();
  expect(await names()).toEqual([`${two}-1-6`]);
  expect(await jobs.samplersOnDisk(model.id)).toEqual([`${two}-1`]);
});
