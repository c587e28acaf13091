import { type Bench, freshFolder } from "../bench.ts";
import { project } from "../calls/sample-call.ts";
import { startLoad } from "../load/load-process.ts";
import { Client } from "../server/client.ts";
import { startHeddle } from "../server/heddle.ts";
import { atRest } from "../server/process-figures.ts";

const dayMs = 24 * 60 * 60 * 1000;
const spreadMs = 30 * dayMs;
const connections = 2;
const entriesPerBatch = 1_000;

/** A data folder with many calls of the last 30 days, written once through the API. */
export class LoadedFolder {
  readonly callCount: number;
  readonly #bench: Bench;
  #dataDir: Promise<string> | undefined;

  constructor(bench: Bench) {
    this.#bench = bench;
    this.callCount = bench.quick ? 20_000 : 200_000;
  }

  /** The folder. No server has it open. */
  dataDir(): Promise<string> {
    this.#dataDir ??= this.#load();
    return this.#dataDir;
  }

  async #load(): Promise<string> {
    const dataDir = await freshFolder(this.#bench);
    const heddle = await startHeddle({ dataDir });
    const http = await startLoad("http", "calls", [heddle.url, heddle.apiKey]);
    try {
      const { seconds } = await http.run({
        shape: { connections, entriesPerBatch },
        seconds: Infinity,
        maxEntries: this.callCount,
        moments: {
          fromMs: Date.now() - spreadMs,
          stepMs: (spreadMs / this.callCount) * connections,
        },
      });
      this.#bench.say(`${this.callCount} calls loaded in ${seconds.toFixed(1)} s`);
      const client = new Client(heddle);
      const answer = await client.post("/traces/calls/query_stats", { project_id: project });
      client.close();
      const { count } = JSON.parse(answer) as { count: number };
      if (count !== this.callCount)
        throw new Error(`The server counts ${count} calls, not ${this.callCount}.`);
      await atRest([heddle.enginePid], 30);
    } finally {
      await http.close();
      await heddle.stop();
    }
    return dataDir;
  }
}
