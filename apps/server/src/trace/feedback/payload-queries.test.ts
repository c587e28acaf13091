import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ProjectId, ProjectName } from "../../access/project-id.ts";
import { InvalidInput } from "../../refusals/refusal.ts";
import { startTraces, type TestTraces } from "../../store/traces/testing/start-traces.ts";
import { ownRead } from "../../store/traces/traces.ts";
import { scanText } from "../calls/record/leaves/compact-text.ts";
import { AtHand } from "../calls/testing/at-hand.ts";
import { type PayloadCall, payloadCalls } from "../calls/testing/payload-calls.ts";
import { conditions, type Operand } from "../calls/testing/payload-queries.ts";
import { columnText } from "../instant.ts";
import { compileQuery } from "../query/compile-query.ts";
import { stepsOf } from "../query/field-path.ts";
import { Parameters } from "../query/parameters.ts";
import { parseQuery } from "../query/parse-query.ts";
import { evaluate, type Item } from "../query/testing/evaluate.ts";
import { readJson } from "../query/testing/json-document.ts";
import { PayloadValue } from "../query/testing/payload-value.ts";
import { Moment, type Value } from "../query/testing/values.ts";
import { FeedbackFields } from "./read/feedback-fields-sql.ts";
import { namedFeedback } from "./read/named-feedback-sql.ts";
import { readableText } from "./record/feedback-payload.ts";

// The queries are those of calls. Their payloads are members of the payload of feedback, and each
// column has one that is alike.

let store: TestTraces;
beforeAll(async () => {
  store = await startTraces();
});
afterAll(() => store[Symbol.asyncDispose]());

const roots = ["inputs", "output", "attributes", "summary"] as const;
const columns: Readonly<Record<string, string>> = {
  id: "id",
  op_name: "weave_ref",
  parent_id: "runnable_ref",
  display_name: "trigger_ref",
  exception: "creator",
  started_at: "created_at",
  ended_at: "created_at",
  deleted_at: "created_at",
  wb_run_step: "scorer_ratings.step",
  "summary.weave.latency_ms": "scorer_tag_confidences.",
  "summary.weave.status": "span_status_code",
  "summary.weave.trace_name": "scorer_tag_reasons.a.b",
};

/** The query of feedback that is like a query of calls. */
function translated<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map((item) => translated<unknown>(item)) as Part;
  if (typeof part !== "object" || part === null) return part;
  const members = Object.entries(part).map(([name, value]: [string, unknown]) => {
    if (name === "$literal") return [name, value];
    if (name !== "$getField") return [name, translated(value)];
    return [name, columns[value as string] ?? `payload.${value as string}`];
  });
  return Object.fromEntries(members) as Part;
}

function payloadOf(call: PayloadCall): string {
  const members = roots.flatMap((root) => {
    const text = call[root];
    return text === undefined ? [] : [`"${root}":${text}`];
  });
  return scanText(`{${members.join(",")}}`).text;
}

function ratingsOf({ wb_run_step: step }: PayloadCall): Record<string, number> {
  return step === null ? {} : { step };
}

function rowOf(call: PayloadCall, project_id: ProjectId, id: string): string {
  const payload = payloadOf(call);
  return JSON.stringify({
    project_id,
    id,
    created_at: columnText(call.startedUs),
    weave_ref: call.op_name,
    runnable_ref: call.parent_id,
    trigger_ref: call.display_name,
    creator: call.exception,
    feedback_type: "own",
    span_status_code: call.exception ?? "",
    scorer_ratings: ratingsOf(call),
    scorer_tag_confidences: { "": call.latencyUs ?? 0 },
    scorer_tag_reasons: call.display_name === "" ? {} : { "a.b": call.display_name },
    payload,
    readable: readableText(payload),
    version: 1,
  });
}

function itemOf(call: PayloadCall, id: string): Item {
  const fields: Record<string, Value> = {
    id,
    weave_ref: call.op_name,
    runnable_ref: call.parent_id || null,
    trigger_ref: call.display_name || null,
    creator: call.exception,
    created_at: new Moment(call.startedUs),
    span_status_code: call.exception ?? "",
    "scorer_ratings.step": call.wb_run_step,
    "scorer_tag_confidences.": call.latencyUs ?? 0,
    "scorer_tag_reasons.a.b": call.display_name || null,
  };
  const payload = readJson(payloadOf(call));
  return (path) =>
    fields[path] ?? (path in fields ? null : new PayloadValue(payload, stepsOf(path).slice(1)));
}

interface Compiled {
  readonly query: Operand;
  readonly sql: string;
  /** The condition with those on keys, which hold for every match. */
  readonly named: string;
}

function compiled(query: Operand, parameters: Parameters, project: string): Compiled | undefined {
  try {
    const fields = new FeedbackFields("acme/p" as ProjectName, parameters);
    const sql = compileQuery({ $expr: query }, { fields, parameters });
    const keys = namedFeedback({ $expr: query }, project, parameters);
    return { query, sql, named: [...keys, sql].join(" AND ") };
  } catch (error) {
    if (error instanceof InvalidInput) return undefined;
    throw error;
  }
}

const batch = 25;
const runs = process.env["HEDDLE_TEST_LONG"] === "1" ? 400 : 40;
let projects = 0;

test(`SQL and \`evaluate\` agree on ${batch * runs} queries`, async () => {
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(payloadCalls, { minLength: 1, maxLength: 24, size: "max" }),
      fc.array(conditions, { minLength: batch, maxLength: batch }),
      async (calls, queries) => {
        const projectId = `p${projects++}` as ProjectId;
        const idOf = (i: number): string => `f${String(i).padStart(4, "0")}`;
        const lines = calls.map((call, i) => rowOf(call, projectId, idOf(i)));
        await store.traces.insert("feedback", lines, projectId);
        const parameters = new Parameters();
        const project = `project_id = ${parameters.add(projectId, "String")}`;
        const atHand = new AtHand(calls);
        const all = queries.flatMap(
          (query) => compiled(translated(atHand.resolved(query)), parameters, project) ?? [],
        );
        refused += queries.length - all.length;
        if (all.length === 0) return;
        const asked = all.map(
          ({ sql, named }, i) => `toNullable(${sql}) AS w${i}, (${named}) AS c${i}`,
        );
        const rows = await store.traces.query<Record<string, unknown>>(
          `SELECT ${asked.join(", ")} FROM feedback FINAL WHERE ${project} ORDER BY id`,
          parameters.values,
          ownRead,
        );
        expect(rows).toHaveLength(calls.length);
        for (const [i, { query }] of all.entries()) {
          const node = parseQuery({ $expr: query });
          const expected = calls.map((call, at) => {
            const value = evaluate(node, itemOf(call, idOf(at)));
            return value === null ? null : Boolean(value);
          });
          const found = rows.map((row) => (row[`w${i}`] === null ? null : Boolean(row[`w${i}`])));
          const name = JSON.stringify(query);
          expect(found, name).toEqual(expected);
          const passed = rows.map((row) => row[`c${i}`] === 1 || row[`c${i}`] === true);
          expect(passed, name).toEqual(expected.map((value) => value === true));
        }
      },
    ),
    { numRuns: runs },
  );
  expect(refused).toBeLessThan(0.2 * runs * batch);
});
