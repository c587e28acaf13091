import { quantile } from "../report/quantile.ts";
import { figure, type Table, whole } from "../report/table.ts";
import { clientCounts, type Measured } from "./both-sides.ts";
import type { EngineCount } from "./sides.ts";

/** The questions of a part; `store` says what they were asked of. */
export function sidesTable(name: string, measured: readonly Measured[], store: string): Table {
  const hasDirections = measured.some(({ directionMs }) => directionMs !== undefined);
  const perCount = clientCounts.flatMap((clients) => {
    const who = clients === 1 ? "1 client" : `${clients} clients`;
    return [`${who}: p50 / p99, ms`, "raw p50 / p99, ms", "ratio of p50"];
  });
  return {
    name,
    columns: [
      "",
      ...(hasDirections ? ["direction, ms"] : []),
      ...perCount,
      "server reads",
      "raw reads",
    ],
    rows: measured.map(({ name: question, directionMs, times, reads }) => [
      question,
      ...(hasDirections ? [directionMs === undefined ? "" : whole(directionMs)] : []),
      ...clientCounts.flatMap((clients) => {
        const { server = [], raw = [] } = times.get(clients) ?? {};
        const ratio = quantile(server, 0.5) / quantile(raw, 0.5);
        return [both(server), both(raw), figure(ratio)];
      }),
      readsCell(reads.server),
      readsCell(reads.raw),
    ]),
    notes: [
      store,
      "A cell of reads has the statements of one answer, the rows and the bytes that they read, and " +
        "the processor time that they take in the engine.",
    ],
  };
}

function both(ms: readonly number[]): string {
  return `${figure(quantile(ms, 0.5))} / ${figure(quantile(ms, 0.99))}`;
}

function readsCell({ statements, rows, bytes, cpuMs }: EngineCount): string {
  return `${whole(statements)}: ${whole(rows / 1000)}k, ${figure(bytes / 1e6)} MB, ${whole(cpuMs)} ms`;
}
