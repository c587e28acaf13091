import { RequestProjects } from "@heddle/server/access/request-projects";
import { Calls } from "@heddle/server/trace/calls";
import { capturing } from "../texts/captured-rows.ts";
import { Template } from "../texts/template.ts";
import { lifeMarks, type MarkName, rowMarks } from "./marks.ts";
import { sampleCount } from "./sample-call.ts";
import { type VariedCall, variedHalves } from "./varied-call.ts";

/** The rows that the server stores for one call during its life. */
export interface StagedRows {
  /** After its start, if the end comes later than the flush of the start. */
  readonly start: Template<MarkName>;
  /** After its end. */
  readonly whole: Template<MarkName>;
  /** After its deletion. */
  readonly deleted: Template<MarkName>;
  /** Stands for the ticket of the call. */
  readonly placeholder: string;
}

/** The rows of all varied samples: exactly the texts that the server inserts for them. */
export async function stagedRows(): Promise<StagedRows[]> {
  const rows: StagedRows[] = [];
  for (let index = 0; index < sampleCount; index += 1) {
    rows.push(await stagesOf(variedHalves(index)));
  }
  return rows;
}

async function stagesOf({ start, end, user, placeholder }: VariedCall): Promise<StagedRows> {
  const whole = await rowOf([start, end], user);
  return {
    start: new Template(await rowOf([start], user), rowMarks, ["id", "startedAt"]),
    whole: new Template(whole, rowMarks, lifeMarks),
    deleted: new Template(tombstoneOf(whole), rowMarks, ["id", "startedAt"]),
    placeholder,
  };
}

/** The row for these halves of a call. */
async function rowOf(halves: readonly string[], user: string): Promise<string> {
  const rows: string[] = [];
  // All samples have the same id, so each needs a server that knows no call.
  const calls = new Calls({
    traces: capturing(rows),
    projects: { ensure: async ({ id }) => id },
    refs: { values: async () => new Map() },
  });
  const principal = { keyId: "", entity: "local", role: "admin", userName: user } as const;
  const operation = { id: "calls.upsertBatch", access: "write" } as const;
  const projects = new RequestProjects({ maySee: () => true }, principal, operation);
  await calls.upsertBatch({ principal, projects }, JSON.parse(`{"batch":[${halves.join(",")}]}`));
  await calls.close();
  const [row] = rows;
  if (!row || rows.length > 1) throw new Error(`A call gave ${rows.length} rows.`);
  return row;
}

/** The row of a call that is deleted after this row of it. */
function tombstoneOf(row: string): string {
  const { project_id, id, started_at, version } = JSON.parse(row) as Record<string, unknown>;
  // The next rank of versions: a deletion wins over an end.
  const later = Number(version) + 2 ** 51;
  return JSON.stringify({ project_id, id, started_at, version: later, is_deleted: 1 });
}
