import { json } from "@heddle/server-kit";
import type { CallMembers, CallWrites } from "./call-writes.ts";
import type { FilledContents } from "./fill-contents.ts";
import { payloadTexts, summaryTexts, words } from "./payload-texts.ts";

/** Calls that the test of the folder changes, by their ids. */
export const callsToChange = {
  running: "running",
  endWithoutStart: "end without a start",
  /** Members of that end. */
  waiting: { output: { waited: 1.5 }, display_name: "of an end" },
  root: "root",
  ended: "ended",
} as const;

const error = { status_counts: { success: 2, error: 1 } };

/** A tree of five calls in a thread, of which one failed. */
export async function fillTree(calls: CallWrites, { refs }: FilledContents): Promise<void> {
  const of = (parent_id: string | null, more: CallMembers = {}): CallMembers => {
    return { trace_id: "tree", thread_id: "thread 1", turn_id: "root", parent_id, ...more };
  };
  const op = refs.filter((ref) => ref.includes("/op/"));
  await calls.complete({
    root: of(null, { op_name: op[0], summary: error, display_name: "The root" }),
    "root.a": of("root", { op_name: op[1], summary: error }),
    "root.a.1": of("root.a", { op_name: op[2], exception: "ValueError: no «x»\n  at line 1" }),
    "root.a.1.x": of("root.a.1", { op_name: op[3], turn_id: "root.a.1" }),
    "root.b": of("root", { op_name: op[0], thread_id: "thread 2", turn_id: null }),
  });
}

/** Calls in every state, and calls whose parts came in every order. */
export async function fillStates(calls: CallWrites): Promise<void> {
  const { running, endWithoutStart, waiting, ended } = callsToChange;
  await calls.upsert(
    calls.start(ended, { inputs: { x: 1 } }),
    calls.end(ended, { output: [1, null] }),
    calls.start(running, { inputs: { x: json("1.0") }, wb_run_step: 1 }),
    calls.start("failed"),
    calls.end("failed", { exception: "boom" }),
    calls.start("blamed"),
    calls.end("blamed", { summary: error }),
    calls.start("failed and blamed"),
    calls.end("failed and blamed", { exception: "b", summary: error }),
    calls.start("not failed"),
    calls.end("not failed", { exception: "" }),
    calls.end("reversed in a batch", { output: "early" }),
    calls.start("reversed in a batch"),
    calls.end(endWithoutStart, { ...waiting, wb_run_step_end: 9 }),
    calls.start("running too", { thread_id: "thread 1", parent_id: "not here" }),
  );
  await calls.rename(running, "named while it runs");
  await calls.finish("late start", { output: "early", display_name: "named early" });
  await calls.begin("late start");
  await calls.begin("ended later");
  await calls.finish("ended later", { output: "the first end" });
  await calls.finish("ended later", { output: "the second end" });
  await calls.eager("eager");
  await calls.complete({ "written twice": { output: 1, exception: "first" } });
  await calls.complete({ "written twice": { output: 2, wb_run_id: "local/p/r2" } });
  await calls.begin("whole over its start", { display_name: "of the start" });
  await calls.complete({ "whole over its start": {} });
}

/** Calls that were renamed, deleted or moved to another month. */
export async function fillChanges(calls: CallWrites): Promise<void> {
  const child = (parent_id: string): CallMembers => ({ parent_id, trace_id: "deleted tree" });
  await calls.complete({
    "named at start": { display_name: "Zoë's 名前" },
    "named empty": { display_name: "" },
    renamed: { display_name: "before" },
    "name removed": { display_name: "before" },
    deleted: {},
    "deleted root": { trace_id: "deleted tree" },
    "deleted child": child("deleted root"),
    "deleted grandchild": child("deleted child"),
    "kept beside": { trace_id: "deleted tree" },
    "sent after its deletion": {},
    "moved earlier": { started_at: "2026-02-28T23:59:59.999999Z" },
    "moved later": { started_at: "2025-11-01T00:00:00Z", display_name: "moves" },
    "moved and deleted": { started_at: "2025-10-10T00:00:00Z" },
  });
  await calls.upsert(calls.start("renamed while it ran"), calls.start("named by its end"));
  await calls.rename("renamed while it ran", "between");
  await calls.rename("renamed", "after 😀");
  await calls.rename("renamed", "after that");
  await calls.rename("name removed", "");
  await calls.rename("unknown", "nobody");
  await calls.upsert(
    calls.end("renamed while it ran"),
    calls.end("named by its end", { display_name: "by the end" }),
  );
  await calls.delete("deleted", "deleted root", "sent after its deletion", "unknown");
  await calls.complete({ "sent after its deletion": {} });
  await calls.upsert(
    calls.start("moved earlier", { started_at: "2025-11-30T12:00:00Z" }),
    calls.start("moved later", { started_at: "2026-03-01T00:00:00Z" }),
    calls.start("moved and deleted", { started_at: "2026-01-01T00:00:00Z" }),
  );
  await calls.begin("moved while it ran", { started_at: "2025-12-31T23:59:59Z" });
  await calls.begin("moved while it ran", { started_at: "2026-01-01T00:00:00Z" });
  await calls.delete("moved and deleted");
}

/** Calls whose payloads, names, ids, times and steps are hard to store. */
export async function fillOddities(calls: CallWrites, { refs }: FilledContents): Promise<void> {
  for (const [name, text] of Object.entries(payloadTexts)) {
    const summary = json(`{"own":${text}}`);
    const output = json(`[${text},null,${text}]`);
    const all = { inputs: json(text), output, attributes: json(text), summary };
    await calls.complete({ [`payload: ${name}`]: all });
  }
  const summaries = Object.entries(summaryTexts).map(([name, text]): [string, CallMembers] => {
    return [`summary: ${name}`, { summary: json(text) }];
  });
  await calls.complete(Object.fromEntries(summaries));
  const outputs = ["5.0", "-0.0", "9007199254740993", "null", "false", '""', '"5.0"', "[]", "{}"];
  const scalars = outputs.map((text): [string, CallMembers] => {
    return [`output: ${text}`, { output: json(text) }];
  });
  await calls.complete(Object.fromEntries(scalars));
  await calls.complete({
    "1 MB": { output: { text: words(1_000_000) }, otel_dump: { span: "kept" } },
  });
  const [first, second, third] = refs;
  const escaped = json(`"${first?.replaceAll("/", String.raw`\/`)}"`);
  await calls.complete({
    "refs in inputs": { inputs: { a: first, b: [{ c: second }, second], d: `see ${third}` } },
    "refs in output": { output: [first, third, "weave:///not/a ref"] },
    "escaped ref": { inputs: { a: escaped }, output: escaped },
  });
  await calls.complete({
    "0198c5e2-6c1f-7d3a-9b4e-2f6a1c8d5e70": { op_name: "" },
    "5b8efff798038103": { op_name: "日本 É:*" },
    [`'"\\ %?#/é😀`]: { op_name: "it's \\ a {name:String}", trace_id: "'\\" },
    "\ud800 lone": { op_name: "\udc00", display_name: "\ud800", thread_id: "\ud800" },
    [`long ${"x".repeat(123)}`]: { thread_id: "t".repeat(1024), exception: "\u0000e\u0001" },
    "empty texts": { parent_id: "", thread_id: "", turn_id: "", wb_run_id: "", exception: "" },
    nulls: { parent_id: null, thread_id: null, turn_id: null, wb_run_step: null, output: null },
    "of a run": { wb_run_id: "local/p/r1", wb_run_step: 0, wb_run_step_end: 10 },
    "of a run too": { wb_run_id: "local/p/r1", wb_run_step: -5, wb_run_step_end: -1 },
    "large steps": { wb_run_step: Number.MAX_SAFE_INTEGER, wb_run_step_end: -9007199254740991 },
  });
  await calls.complete({
    "first moment": { started_at: 0, ended_at: "1970-01-01T00:00:00.000001Z" },
    "last moment": { started_at: "2105-12-31T23:59:59.999999Z" },
    "ends before it starts": { started_at: "2026-01-20T00:00:00Z", ended_at: "2026-01-19" },
    "no time": { started_at: "2026-01-20", ended_at: "2026-01-20" },
    microseconds: { started_at: 1767225600.123456, ended_at: "2026-01-01T00:00:00.123457Z" },
    nanoseconds: { started_at: "2026-02-01T00:00:00.123456789Z", ended_at: 1769904001 },
    "with offset": { started_at: "2026-02-01 00:30+0100", ended_at: "2026-02-01t00:31:00-01:00" },
  });
}
