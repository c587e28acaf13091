import { setTimeout as sleep } from "node:timers/promises";
import { type Bench, freshFolder } from "../bench.ts";
import { startLoad } from "../load/load-process.ts";
import { megabytes, type Table } from "../report/table.ts";
import { startHeddle } from "../server/heddle.ts";
import { type Memory } from "../server/process-figures.ts";
import { ServerMemory } from "../server/server-memory.ts";

const restMs = 10_000;

/** Follows the memory of a server that starts, writes for a minute, and rests for one. */
export async function measureMemory(bench: Bench): Promise<ServerMemory> {
  const seconds = bench.quick ? 8 : 60;
  const heddle = await startHeddle({ dataDir: await freshFolder(bench) });
  const memory = new ServerMemory(heddle);
  try {
    await sleep(restMs);
    memory.read("started");
    const http = await startLoad("http", "calls", [heddle.url, heddle.apiKey]);
    memory.watch();
    await http.run({ shape: { connections: 16, entriesPerBatch: 100 }, seconds });
    await http.close();
    memory.unwatch();
    await sleep(seconds * 1000);
    memory.read("idle");
    return memory;
  } finally {
    memory.unwatch();
    await heddle.stop();
  }
}

const rows: readonly (readonly [reading: string, says: string])[] = [
  ["started", "10 s after the start"],
  ["peak", "highest during ingest"],
  ["idle", "60 s after ingest"],
];

export function memoryTable({ readings }: ServerMemory): Table {
  const cell = ({ resident, own }: Memory): string => `${megabytes(resident)} (${megabytes(own)})`;
  return {
    name: "memory",
    columns: ["", "parent, MB", "server, MB", "engine's process, MB"],
    rows: rows.flatMap(([name, says]) => {
      const reading = readings.get(name);
      if (!reading) return [];
      const { parent, server, engine } = reading;
      return [[says, cell(parent), cell(server), cell(engine)]];
    }),
    notes: [
      "Resident; in parentheses without mapped files, of which the engine's library is most.",
    ],
  };
}
