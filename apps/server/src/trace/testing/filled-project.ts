import type { Trace } from "@heddle/types";
import { nobodyLeaves } from "../../store/testing/nobody-leaves.ts";
import { Calls } from "../calls/calls.ts";
import { Feedback } from "../feedback/feedback.ts";
import { Files } from "../files/files.ts";
import { builtinClasses } from "../objects/builtin/classes.ts";
import { Objects } from "../objects/objects.ts";
import { Tables } from "../tables/tables.ts";
import type { TraceStores } from "./trace-stores.ts";

/** The name of the project. */
export const project_id = "acme/p";
/** The ids of its calls. */
export const callIds: readonly string[] = Array.from({ length: 30 }, (_, at) => `c${at}`);
/** A call with refs of a row, of a small and of a large object in its inputs. */
export const referringCall = "referring";
/** Longer than a row may keep, and than one read of a blob. */
const long = "x".repeat(2 * 1024 * 1024);

/** Ids of the stored data. `gapped` is a table in which a row is missing. */
export interface FilledProject {
  readonly table: string;
  readonly row: string;
  readonly gapped: string;
  readonly small: string;
  readonly large: string;
  readonly file: string;
  /** The ref of an AnnotationSpec. */
  readonly spec: string;
}

/** Stores calls, tables, objects, feedback and a file for the tests of leaving. */
export async function fillProject(stores: TraceStores): Promise<FilledProject> {
  const acme = stores.requesterOf("acme");
  const project = acme.projects.writable(project_id);
  const tables = new Tables(stores);
  const { digest: table, row_digests } = await tables.create(acme, project, {}, [
    '{"x":1}',
    '{"x":2}',
  ]);
  const [row = ""] = row_digests;
  const gaps = { row_digests: [row, "0".repeat(43)] };
  const { digest: gapped } = await tables.createFromDigests(project, gaps);
  const objects = new Objects({
    ...stores,
    builtin: builtinClasses({ allowPrivateProviders: false }),
  });
  const publish = async (object_id: string, value: unknown): Promise<string> => {
    const text = JSON.stringify(value);
    return (await objects.create(acme, project, { object_id }, text, nobodyLeaves)).digest;
  };
  const small = await publish("small", { rows: `weave:///${project_id}/table/${table}` });
  const large = await publish("large", long);
  const spec = await publish("stars", {
    field_schema: { type: "integer" },
    _class_name: "AnnotationSpec",
    _bases: ["BaseObject", "BaseModel"],
  });
  const feedback = new Feedback({ ...stores, objects, isShared: false, maxQueuedBytes: 64e6 });
  const given = ["1", "2"].map((n) => ({
    project,
    item: { weave_ref: n, feedback_type: "own", payload: {} },
    payloadText: `{"n":${n}}`,
  }));
  await feedback.create(acme, given, nobodyLeaves);
  await feedback.close();
  const calls = new Calls(stores);
  const object = `weave:///${project_id}/object`;
  const refs = {
    row: `${object}/small:${small}/attr/rows/id/${row}`,
    small: `${object}/small:${small}`,
    large: `${object}/large:${large}`,
  };
  const batch = [...callIds, referringCall].map((id): Trace.CompletedCall => {
    const times = { started_at: "2026-01-01T00:00:00Z", ended_at: "2026-01-01T00:00:01Z" };
    const inputs = id === referringCall ? refs : {};
    const payloads = { attributes: {}, inputs, summary: {} };
    return { project_id, id, trace_id: id, op_name: "op", ...times, ...payloads };
  });
  await calls.complete(acme, project, { batch });
  await calls.close();
  const file = await new Files(stores).create(acme.projects, form(), nobodyLeaves);
  return { table, row, gapped, small, large, file, spec: `${object}/stars:${spec}` };
}

function form(): Parameters<Files["create"]>[1] {
  const content = (async function* () {
    yield Buffer.from(long);
  })();
  const part = { name: "file", fileName: "x", mediaType: "", content };
  return {
    fields: { project_id },
    files: (async function* () {
      yield part;
    })(),
  };
}
