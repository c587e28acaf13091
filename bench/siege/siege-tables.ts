import { quantile } from "../report/quantile.ts";
import { figure, megabytes, type Table, whole } from "../report/table.ts";
import { type MemorySamples, processNames } from "./memory-samples.ts";
import type { Entry } from "./siege-log.ts";

/** An answer that takes longer than this is too late. */
const lateMs = 5_000;

/** The answers that came too late, and the attacks that ran at that time. */
export function lateAnswers(answers: readonly Entry[], attacks: readonly Entry[]): string[] {
  return answers
    .filter(({ ms }) => ms > lateMs)
    .map(({ kind, at, ms }) => {
      const beside = attacks.filter((one) => one.at < at + ms && one.at + one.ms > at);
      const names = [...new Set(beside.map((one) => one.kind))].join(", ") || "nothing";
      return `${kind}, ${figure(ms / 1000)} s, at ${new Date(at).toISOString()}, beside ${names}`;
    });
}

/** The waiting times of well-behaved clients, alone and beside the hostile clients. */
export function latencyTable(entries: readonly Entry[], attackedAt: number): Table {
  const byKind = Map.groupBy(entries, ({ kind }) => kind);
  const rows = [...byKind].map(([kind, all]) => {
    const [alone, beside] = [
      all.filter(({ at }) => at < attackedAt),
      all.filter(({ at }) => at >= attackedAt),
    ].map((some) => some.map(({ ms }) => ms));
    const at = (values: readonly number[] | undefined, share: number): string => {
      return values?.length ? figure(quantile(values, share)) : "";
    };
    return [
      kind,
      whole(all.length),
      at(alone, 0.5),
      at(alone, 0.95),
      ...[0.5, 0.95, 0.99, 1].map((share) => at(beside, share)),
      whole(all.filter(({ ms }) => ms > lateMs).length),
      whole(all.filter(({ status }) => status !== 200).length),
    ];
  });
  return {
    name: "siege",
    columns: [
      "ms, well-behaved clients",
      "answers",
      "alone p50",
      "p95",
      "beside p50",
      "p95",
      "p99",
      "longest",
      "over 5 s",
      "not 200",
    ],
    rows,
  };
}

/** A span of time, in milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Resident memory in two spans, the median of each, and the highest of all. */
export function memoryTable(samples: MemorySamples, early: Span, late: Span): Table {
  const rows = processNames.flatMap((name) => {
    const before = samples.middle(name, early.from, early.to);
    const after = samples.middle(name, late.from, late.to);
    if (before === undefined || after === undefined) return [];
    const most = samples.most(name, 0, late.to) ?? 0;
    const pids = samples.pids[name].size;
    return [
      [
        name,
        megabytes(before),
        megabytes(after),
        figure(after / before),
        megabytes(most),
        whole(pids),
      ],
    ];
  });
  return {
    name: "siege-memory",
    columns: ["MB resident", "after a sixth", "at the end", "ratio", "most", "processes"],
    rows,
    notes: [
      "Each is the middle of a twelfth of the time, which in an hour is about a round of all attacks.",
    ],
  };
}

/** The outcomes that the hostile clients saw. */
export function attackTable(entries: readonly Entry[]): Table {
  const rows = [...Map.groupBy(entries, ({ kind }) => kind)].map(([kind, all]) => {
    const counts = [...Map.groupBy(all, ({ status }) => status)].toSorted(([a], [b]) => a - b);
    const seen = counts.map(([status, some]) => `${whole(some.length)} × ${statusName(status)}`);
    const times = new Set(all.map(({ at }) => at)).size;
    return [
      kind,
      whole(times),
      seen.join(", "),
      figure(Math.max(...all.map(({ ms }) => ms)) / 1e3),
    ];
  });
  return { name: "siege-attacks", columns: ["attack", "times", "saw", "longest, s"], rows };
}

function statusName(status: number): string {
  if (status === 0) return "cut";
  return status === 1 ? "held" : String(status);
}
