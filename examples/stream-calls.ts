/** Reads many calls as the server finds them: a line each, none of them held. */
import { randomUUID } from "node:crypto";
import { Heddle } from "@heddle/client";
import { settings } from "./settings.ts";

const { project: project_id, ...connection } = settings;
const heddle = new Heddle(connection);

// Something to read: three calls of one trace.
const trace_id = randomUUID();
const now = new Date().toISOString();
const starts = ["plan", "search", "write"].map((op_name) => ({
  mode: "start" as const,
  req: { start: { project_id, trace_id, op_name, started_at: now, attributes: {}, inputs: {} } },
}));
await heddle.trace.calls.upsertBatch({ batch: starts });

const names: string[] = [];
const filter = { trace_ids: [trace_id] };
for await (const call of heddle.trace.calls.query({ project_id, filter, limit: 10_000 })) {
  names.push(call.op_name);
}
console.log(`calls: ${names.toSorted().join(", ")}`);

// Leaving the loop ends the request: the server looks for no more.
for await (const call of heddle.trace.calls.query({ project_id, filter })) {
  console.log(`one of them: ${call.trace_id === trace_id}`);
  break;
}
