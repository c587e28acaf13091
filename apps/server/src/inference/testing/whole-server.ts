import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keys } from "../../access/keys-sql.ts";
import { loadConfig, type RunningServer, startServer } from "../../index.ts";
import { openRecords } from "../../store/records/records.ts";
import { type SummedUsage, StoredUsage } from "../usage/usage-sql.ts";

/** A server with all its stores, as `heddle start` runs it, in the process of the test. */
export interface WholeServer extends AsyncDisposable {
  readonly url: string;
  readonly keys: Readonly<Record<"acme" | "elsewhere", string>>;
  /** The usage in the records, by the hour. */
  usage(): Promise<readonly SummedUsage[]>;
  /** Stops it, and starts it again on the same data. */
  restart(): Promise<void>;
  /** The value of a metric with these labels; 0 before there is one. */
  metric(name: string): Promise<number>;
  /** Sends a request to the trace service with the key of `acme`, and returns its JSON. */
  trace(path: string, body: object): Promise<unknown>;
}

/** Starts one in a new folder. */
export async function wholeServer(
  env: Readonly<Record<string, string>> = {},
): Promise<WholeServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "heddle-whole-"));
  const file = join(dataDir, "records.db");
  const records = await openRecords({ file });
  const keys = new Keys(records);
  const mint = async (entity: string): Promise<string> =>
    (await keys.create({ entity, role: "write" })).key;
  const minted = { acme: await mint("acme"), elsewhere: await mint("elsewhere") };
  await records.close();
  const flags = { "data-dir": dataDir, port: "0", log: "silent" };
  const start = (): Promise<RunningServer> => startServer(loadConfig({ flags, env }));
  let server = await start();
  const authorization = `Bearer ${minted.acme}`;
  return {
    get url() {
      return server.url;
    },
    keys: minted,
    usage: async () => {
      const beside = await openRecords({ file, migrate: false });
      try {
        return await new StoredUsage(beside).read({ by: "hour", sinceHour: "" });
      } finally {
        await beside.close();
      }
    },
    restart: async () => {
      await server.close();
      server = await start();
    },
    metric: async (name) => {
      const answer = await fetch(`${server.url}/metrics`, { headers: { authorization } });
      const lines = (await answer.text()).split("\n");
      return Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? 0);
    },
    trace: async (path, body) => {
      const answer = await fetch(`${server.url}/traces${path}`, {
        method: "POST",
        headers: { authorization, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${answer.status}: ${text}`);
      return JSON.parse(text);
    },
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
