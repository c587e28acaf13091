import { RequestProjects } from "@heddle/server/access/request-projects";
import { Calls } from "@heddle/server/trace/calls";
import { capturing, notNeeded } from "../texts/captured-rows.ts";
import { Rows } from "../texts/rows.ts";
import { Template } from "../texts/template.ts";
import type { CallSequence } from "./call-sequence.ts";
import { columnTime, lifeMarks, type MarkName, rowMarks } from "./marks.ts";
import { sampleCount, sampleHalves } from "./sample-call.ts";

const callsAtOnce = 1_000;

/** The rows of all samples: exactly the texts that the server inserts for them. */
export async function rowTemplates(): Promise<Template<MarkName>[]> {
  const rows: string[] = [];
  const projects = new RequestProjects({ maySee: () => true }, writer, {
    id: "calls.upsertBatch",
    access: "write",
  });
  const calls = new Calls({
    traces: capturing(rows),
    projects: { ensure: async ({ id }) => id },
    refs: { values: () => notNeeded("refs") },
  });
  for (let from = 0; from < sampleCount; from += callsAtOnce) {
    const count = Math.min(callsAtOnce, sampleCount - from);
    for (let index = from; index < from + count; index += 1) {
      // One after the other, since all samples have the same id.
      const batch = JSON.parse(`{"batch":[${sampleHalves(index).join(",")}]}`);
      await calls.upsertBatch({ principal: writer, projects }, batch);
    }
  }
  if (rows.length !== sampleCount) throw new Error(`${sampleCount} calls gave ${rows.length} rows`);
  return rows.map((row) => new Template(row, rowMarks, lifeMarks));
}

const writer = { keyId: "", entity: "local", role: "admin", userName: "local" } as const;

/** Rows of one writer, with the texts of samples from `first` on. */
export function callRows(
  templates: readonly Template<MarkName>[],
  first: number,
  sequence: CallSequence,
): Rows<MarkName> {
  return new Rows(templates, first, {
    next() {
      const { startedAt, endedAt, ...ids } = sequence.next();
      return { ...ids, startedAt: columnTime(startedAt), endedAt: columnTime(endedAt) };
    },
  });
}
