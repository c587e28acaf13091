import { type Bench, freshFolder } from "../bench.ts";
import { CallSequence } from "../calls/call-sequence.ts";
import { callBodies } from "../calls/call-bodies.ts";
import { median } from "../report/quantile.ts";
import { figure, type Table, whole } from "../report/table.ts";
import { Client } from "../server/client.ts";
import { startHeddle } from "../server/heddle.ts";
import type { LoadedFolder } from "./loaded-folder.ts";

/** Seconds from the start of `heddle start`, its parent process included. */
export interface StartTimes {
  readonly folder: "empty" | "loaded";
  readonly ready: readonly number[];
  /** Until the acknowledgement of a call that is sent as soon as the server is ready. */
  readonly written: readonly number[];
}

const starts = 5;

/** Starts servers on folders that have been used before. The first start of each is not counted. */
export async function measureStart(bench: Bench, loaded: LoadedFolder): Promise<StartTimes[]> {
  const folders = { empty: await freshFolder(bench), loaded: await loaded.dataDir() } as const;
  const times: StartTimes[] = [];
  for (const folder of ["empty", "loaded"] as const) {
    const ready: number[] = [];
    const written: number[] = [];
    for (let start = 0; start <= starts; start += 1) {
      const heddle = await startHeddle({ dataDir: folders[folder] });
      const client = new Client(heddle);
      const body = callBodies(start, 1, 1, new CallSequence()).next();
      await client.post("/traces/call/upsert_batch", body.toString());
      const writtenMs = performance.now() - heddle.startedAt;
      client.close();
      await heddle.stop();
      if (start === 0) continue;
      ready.push(heddle.readyMs / 1000);
      written.push(writtenMs / 1000);
    }
    bench.say(`${folder}: ready after ${figure(median(ready))} s`);
    times.push({ folder, ready, written });
  }
  return times;
}

export function startTable(times: readonly StartTimes[], callCount: number): Table {
  return {
    name: "start",
    columns: ["data folder", "ready, s", "slowest, s", "first call acknowledged, s"],
    rows: times.map(({ folder, ready, written }) => [
      folder === "loaded" ? `${whole(callCount)} calls` : "no calls to speak of",
      figure(median(ready)),
      figure(Math.max(...ready)),
      figure(median(written)),
    ]),
    notes: [`Median of ${starts} starts.`],
  };
}
