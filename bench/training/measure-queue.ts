import { setTimeout as sleep } from "node:timers/promises";
import { type Bench, freshFolder } from "../bench.ts";
import { median } from "../report/quantile.ts";
import { startHeddle } from "../server/heddle.ts";
import { memoryOf } from "../server/process-figures.ts";
import { repeated } from "./repeated.ts";
import { TrainedModel } from "./trained-model.ts";

/** A server in whose queue so many jobs wait. */
export interface QueuedReading {
  readonly jobs: number;
  /** In bytes. */
  readonly memory: number;
  /** What a request since the reading before took (median). */
  readonly requestMs: number;
}

/** Queues jobs of a megabyte behind one of the same model, which runs as long as it is let. */
export async function measureQueue(bench: Bench): Promise<readonly QueuedReading[]> {
  const heddle = await startHeddle({ dataDir: await freshFolder(bench) });
  try {
    const model = await TrainedModel.create(heddle);
    const { groups } = await model.rollouts(0, 1);
    const first = await model.onExamples(await model.upload(bench.quick ? 1_600 : 40_000));
    await model.taken(first, 1);
    const small = repeated(groups, 1e6).groups;
    const readings: QueuedReading[] = [];
    const ids: string[] = [];
    for (const jobs of bench.quick ? [2, 4] : [25, 50, 100, 200]) {
      const times: number[] = [];
      while (ids.length < jobs) {
        const startedAt = performance.now();
        ids.push(await model.byReward(small));
        times.push(performance.now() - startedAt);
      }
      // The garbage of the requests goes while the server waits.
      await sleep(5_000);
      const memory = memoryOf(heddle.pid).own;
      readings.push({ jobs, memory, requestMs: median(times) });
    }
    for (const id of [...ids, first]) await model.cancel(id);
    return readings;
  } finally {
    await heddle.stop();
  }
}
