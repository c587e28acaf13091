import type { CallWrites } from "./call-writes.ts";

const ids = Array.from({ length: 1500 }, (_, i) => `many ${String(i).padStart(4, "0")}`);

/** Unix seconds, in four months. */
function startedAt(i: number): number {
  return Date.UTC(2025, 9, 1) / 1000 + i * 4321.000001;
}

/** Begins so many calls that each index has several blocks. */
export async function startMany(calls: CallWrites): Promise<void> {
  const starts = ids.map((id, i) => {
    const names = { trace_id: `t${i % 97}`, thread_id: `h${i % 7}`, op_name: `op ${i % 13}` };
    const parent = i % 3 === 0 ? {} : { parent_id: ids[i - (i % 3)] };
    const started_at = startedAt(i);
    return calls.start(id, { ...names, ...parent, started_at, inputs: { i } });
  });
  await calls.upsert(...starts.slice(0, 750));
  await calls.upsert(...starts.slice(750));
}

/** Ends half of them, and deletes some. */
export async function endMany(calls: CallWrites): Promise<void> {
  const ends = ids.map((id, i) => {
    const exception = i % 11 === 0 ? `error ${i % 5}` : null;
    return calls.end(id, { ended_at: startedAt(i) + (i % 29), exception, output: i / 2 });
  });
  await calls.upsert(...ends.filter((_, i) => i % 2 === 0));
  await calls.delete(...ids.filter((_, i) => i % 50 === 1));
}
