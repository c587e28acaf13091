import { quantile } from "../report/quantile.ts";
import { figure, type Table, whole } from "../report/table.ts";
import type { LoadedStatements } from "./statements-folder.ts";
import type { EngineCount } from "./statements-sides.ts";
import { clientCounts, type Measured } from "./statements-turns.ts";

export function statementsTable(
  measured: readonly Measured[],
  { callCount }: LoadedStatements,
  parts: number,
): Table {
  const perCount = clientCounts.flatMap((clients) => {
    const who = clients === 1 ? "1 client" : `${clients} clients`;
    return [`${who}: p50 / p99, ms`, "raw p50 / p99, ms", "ratio of p50"];
  });
  return {
    name: "statements",
    columns: ["", "direction, ms", ...perCount, "server reads", "raw reads"],
    rows: measured.map(({ question, times, reads }) => [
      question.name,
      question.directionMs === undefined ? "" : whole(question.directionMs),
      ...clientCounts.flatMap((clients) => {
        const { server = [], raw = [] } = times.get(clients) ?? {};
        const ratio = quantile(server, 0.5) / quantile(raw, 0.5);
        return [both(server), both(raw), figure(ratio)];
      }),
      readsCell(reads.server),
      readsCell(reads.raw),
    ]),
    notes: [
      `${whole(callCount)} calls, a tenth of them stored twice and some deleted, in ${parts} parts.`,
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
