import type { Training } from "@heddle/client";
import { setTimeout as sleep } from "node:timers/promises";
import { type Bench, freshFolder } from "../bench.ts";
import { type Heddle, startHeddle } from "../server/heddle.ts";
import { memoryOf } from "../server/process-figures.ts";
import { TrainedModel } from "./trained-model.ts";

/** The memory of a server, in bytes. */
export interface MemoryOfJobs {
  readonly before: number;
  /** The most while one job of so many bytes came and began. */
  readonly ofJob: readonly { readonly bodyBytes: number; readonly peak: number }[];
  /** After so many jobs of a megabyte were queued behind one that ran. */
  readonly queued: { readonly jobs: number; readonly memory: number };
}

/** Measures the memory that jobs take, by their size and by their number. */
export async function measureMemoryOfJobs(bench: Bench): Promise<MemoryOfJobs> {
  const heddle = await startHeddle({ dataDir: await freshFolder(bench) });
  try {
    const model = await TrainedModel.create(heddle);
    const { groups } = await model.rollouts(0, 1);
    await model.whole(() => model.byReward(groups), 20);
    const before = memoryOf(heddle.pid).own;
    const ofJob: { bodyBytes: number; peak: number }[] = [];
    for (const megabytes of bench.quick ? [2, 8] : [4, 16, 64]) {
      const large = repeated(groups, megabytes * 1e6);
      const peak = await peakOf(heddle, async () => {
        const id = await model.byReward(large.groups);
        await model.taken(id, 1);
        await model.cancel(id);
      });
      bench.say(`a job of ${megabytes} MB`);
      ofJob.push({ bodyBytes: large.bytes, peak });
    }
    const queued = await queuedJobs(heddle, model, groups, bench);
    return { before, ofJob, queued };
  } finally {
    await heddle.stop();
  }
}

/** Groups again and again, until their JSON has so many bytes. */
function repeated(
  groups: readonly Training.TrajectoryGroup[],
  bytes: number,
): { readonly groups: Training.TrajectoryGroup[]; readonly bytes: number } {
  const ofOne = JSON.stringify(groups).length;
  const times = Math.ceil(bytes / ofOne);
  return { groups: Array.from({ length: times }, () => groups).flat(), bytes: times * ofOne };
}

async function peakOf({ pid }: Heddle, work: () => Promise<void>): Promise<number> {
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, memoryOf(pid).own)), 20);
  try {
    await work();
  } finally {
    clearInterval(watch);
  }
  return peak;
}

/** Queues jobs behind a large one of the same model, which runs as long as it is let. */
async function queuedJobs(
  heddle: Heddle,
  model: TrainedModel,
  groups: readonly Training.TrajectoryGroup[],
  { quick }: Bench,
): Promise<MemoryOfJobs["queued"]> {
  const jobs = quick ? 5 : 200;
  const first = await model.onExamples(await model.upload(quick ? 1_600 : 40_000));
  await model.taken(first, 1);
  const small = repeated(groups, 1e6).groups;
  const ids: string[] = [];
  for (let job = 0; job < jobs; job += 1) ids.push(await model.byReward(small));
  // The garbage of the requests goes while the server waits.
  await sleep(5_000);
  const memory = memoryOf(heddle.pid).own;
  for (const id of [...ids, first]) await model.cancel(id);
  return { jobs, memory };
}
