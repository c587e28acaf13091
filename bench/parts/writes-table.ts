import { median, quantile } from "../report/quantile.ts";
import { figure, type Table, whole } from "../report/table.ts";
import type { Load } from "../load/load.ts";
import type { Pair, ShapeWrites, Side, Writes } from "./writes-in-turns.ts";

/** The results of writing `entries`, as ratios to the engine alone. */
export function writesTable(
  name: string,
  entries: string,
  { shapes, rowBytes, acknowledged }: Writes,
): Table {
  return {
    name,
    columns: [
      `connections × ${entries} a batch`,
      `server, ${entries}/s`,
      `raw engine, ${entries}/s`,
      "ratio",
      "server p50, ms",
      "p99, ms",
      "raw p50, ms",
      "p99, ms",
      "cores: load + server + engine",
      "raw: load + engine",
    ],
    rows: shapes.map(row),
    notes: [
      `Rows of ${whole(rowBytes)} bytes.`,
      `Of ${whole(acknowledged)} ${entries} that the server acknowledged, the API counts every one.`,
    ],
  };
}

function row({ shape, pairs }: ShapeWrites): string[] {
  const [server, raw] = [pairs.map(({ server }) => server), pairs.map(({ raw }) => raw)];
  return [
    `${shape.connections} × ${whole(shape.entriesPerBatch)}`,
    whole(median(server.map(rate))),
    whole(median(raw.map(rate))),
    figure(median(pairs.map(ratio))),
    ...[server, raw].flatMap((sides) => {
      const latencies = sides.flatMap(({ latenciesMs }) => [...latenciesMs]);
      return [figure(quantile(latencies, 0.5)), figure(quantile(latencies, 0.99))];
    }),
    cores(server, ["load", "server", "engine"]),
    cores(raw, ["load", "engine"]),
  ];
}

function rate({ entries, seconds }: Load): number {
  return entries / seconds;
}

function ratio({ server, raw }: Pair): number {
  return rate(server) / rate(raw);
}

function cores(sides: readonly Side[], names: readonly (keyof Side["cores"])[]): string {
  return names.map((name) => figure(median(sides.map((side) => side.cores[name])))).join(" + ");
}
