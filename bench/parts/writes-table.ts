import { median, quantile } from "../report/quantile.ts";
import { figure, type Table, whole } from "../report/table.ts";
import type { Load } from "../load/load.ts";
import type { Ingest, Pair, ShapeIngest, Side } from "./ingest.ts";

/** The results of ingest, as ratios to the engine alone. */
export function ingestTable({ shapes, rowBytes, acknowledged }: Ingest): Table {
  return {
    name: "ingest",
    columns: [
      "connections × calls a batch",
      "server, calls/s",
      "raw engine, calls/s",
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
      `Of ${whole(acknowledged)} calls that the server acknowledged, the API counts every one.`,
    ],
  };
}

function row({ shape, pairs }: ShapeIngest): string[] {
  const [server, raw] = [pairs.map(({ server }) => server), pairs.map(({ raw }) => raw)];
  return [
    `${shape.connections} × ${whole(shape.callsPerBatch)}`,
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

function rate({ calls, seconds }: Load): number {
  return calls / seconds;
}

function ratio({ server, raw }: Pair): number {
  return rate(server) / rate(raw);
}

function cores(sides: readonly Side[], names: readonly (keyof Side["cores"])[]): string {
  return names.map((name) => figure(median(sides.map((side) => side.cores[name])))).join(" + ");
}
