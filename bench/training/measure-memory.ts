import { type Bench, freshFolder } from "../bench.ts";
import { type Heddle, startHeddle } from "../server/heddle.ts";
import { memoryOf } from "../server/process-figures.ts";
import { repeated } from "./repeated.ts";
import { TrainedModel } from "./trained-model.ts";

/** The memory of a server, in bytes. */
export interface MemoryOfJobs {
  readonly before: number;
  /** The most while one job of so many bytes came and began. */
  readonly ofJob: readonly { readonly bodyBytes: number; readonly peak: number }[];
}

/** Measures the memory that jobs take, by their size. */
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
    return { before, ofJob };
  } finally {
    await heddle.stop();
  }
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
