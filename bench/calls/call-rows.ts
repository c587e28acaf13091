import { RequestProjects } from "@heddle/server/access/request-projects";
import { rowText } from "@heddle/server/store/traces/row";
import { Calls, type CallsOptions } from "@heddle/server/trace/calls";
import type { CallSequence } from "./call-sequence.ts";
import { columnTime, rowMarks } from "./marks.ts";
import { sampleCount, sampleHalves } from "./sample-call.ts";
import { Template } from "./template.ts";

const callsAtOnce = 1_000;

/** The rows of all samples: exactly the texts that the server inserts for them. */
export async function rowTemplates(): Promise<Template[]> {
  const rows: string[] = [];
  const written: CallsOptions["traces"] = {
    insert: async (_table, inserted) => void rows.push(...inserted.map(rowText)),
    query: async () => [],
    stream: () => nothing("stream"),
    command: () => nothing("command"),
    close: async () => {},
  };
  const projects = new RequestProjects({ maySee: () => true }, writer, {
    id: "calls.upsertBatch",
    access: "write",
  });
  const calls = new Calls({
    traces: written,
    projects: { ensure: async ({ id }) => id },
    refs: { values: () => nothing("refs") },
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
  return rows.map((row) => new Template(row, rowMarks));
}

const writer = { keyId: "", entity: "local", role: "admin", userName: "local" } as const;

/** Rows of one writer, with the texts of samples from `first` on. */
export class CallRows {
  readonly #templates: readonly Template[];
  readonly #sequence: CallSequence;
  #next: number;

  constructor(templates: readonly Template[], first: number, sequence: CallSequence) {
    this.#templates = templates;
    this.#sequence = sequence;
    this.#next = first;
  }

  next(count: number): string[] {
    return Array.from({ length: count }, () => {
      const template = this.#templates[this.#next % this.#templates.length];
      this.#next += 1;
      if (!template) throw new Error("There are no rows.");
      const { startedAt, endedAt, ...ids } = this.#sequence.next();
      return template.filled({
        ...ids,
        startedAt: columnTime(startedAt),
        endedAt: columnTime(endedAt),
      });
    });
  }
}

function nothing(what: string): never {
  throw new Error(`Writing calls should not need ${what}.`);
}
