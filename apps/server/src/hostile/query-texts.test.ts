import { afterAll, beforeAll, expect, test } from "vitest";
import type { ProjectId, ProjectName } from "../access/project-id.ts";
import { InvalidInput } from "../refusals/refusal.ts";
import { ownRead } from "../store/traces/traces.ts";
import { FeedbackBeside } from "../trace/calls/feedback/feedback-beside-sql.ts";
import { feedbackPath } from "../trace/calls/feedback/feedback-path.ts";
import { CallFields } from "../trace/calls/read/call-fields-sql.ts";
import { compileQuery } from "../trace/query/compile-query.ts";
import { Parameters } from "../trace/query/parameters.ts";
import { parseQuery } from "../trace/query/parse-query.ts";
import { stepsOf } from "../trace/query/field-path.ts";
import { evaluate, type Item } from "../trace/query/testing/evaluate.ts";
import { readJson } from "../trace/query/testing/json-document.ts";
import { PayloadValue } from "../trace/query/testing/payload-value.ts";
import { TraceClient } from "../trace/testing/trace-app.ts";
import { traceStores, type TraceStores } from "../trace/testing/trace-stores.ts";
import { marker, queryTexts } from "./testing/query-texts.ts";

type Operand = Readonly<Record<string, unknown>>;

let stores: TraceStores;
let client: TraceClient;
const items = new Map<string, Item>();

beforeAll(async () => {
  stores = await traceStores();
  client = new TraceClient(stores);
  const batch = queryTexts.map((text, i) => ({
    project_id: "acme/p",
    id: `c${String(i).padStart(2, "0")}`,
    trace_id: "t",
    op_name: i % 2 === 0 ? text.slice(0, 100).toWellFormed() : "op",
    started_at: "2026-01-01T00:00:00Z",
    ended_at: "2026-01-01T00:00:01Z",
    inputs: { text, list: [text, { [text]: text }], [text]: i, [text.slice(0, 40)]: text },
    output: text,
    attributes: { a: { b: `${text} and ${text}` } },
    summary: {},
  }));
  const answer = await client.post("/v2/acme/p/calls/complete", JSON.stringify({ batch }));
  if (answer.status !== 200) throw new Error(answer.text);
  for (const [i, call] of batch.entries()) {
    const text = queryTexts[i]!;
    const piece = {
      project_id: "acme/p",
      weave_ref: `weave:///acme/p/call/${call.id}`,
      feedback_type: typeOf(text),
      payload: { text, list: [text, { [text]: text }], [text]: i },
    };
    const given = await client.post("/feedback/create", JSON.stringify(piece));
    if (given.status !== 200) throw new Error(given.text);
    const payloads = new Map(
      (["inputs", "output", "attributes", "summary"] as const).map((name) => [
        name as string,
        readJson(JSON.stringify(call[name])),
      ]),
    );
    const said = readJson(JSON.stringify(piece.payload));
    items.set(call.id, (path) => {
      if (path === "op_name") return call.op_name;
      const asked = feedbackPath(path);
      if (asked) {
        const isIt = asked.type === undefined || asked.type === piece.feedback_type;
        return new PayloadValue(isIt ? said : undefined, asked.steps);
      }
      const [root = "", ...steps] = stepsOf(path);
      return new PayloadValue(payloads.get(root), steps);
    });
  }
});
afterAll(() => stores[Symbol.asyncDispose]());

const get = (path: string): Operand => ({ $getField: path });
const lit = (value: unknown): Operand => ({ $literal: value });

/** The type of the feedback on the call with a text. */
function typeOf(text: string): string {
  return text.slice(0, 100).toWellFormed();
}

/** Queries that use a text in every place where a query takes text. */
function queriesOf(text: string): Operand[] {
  const step = text.replaceAll(".", "\\.");
  const contains = (field: string, substr: string, case_insensitive: boolean): Operand => ({
    $contains: { input: get(field), substr: lit(substr), case_insensitive },
  });
  return [
    ...["inputs.text", "op_name", "output", "inputs.list.1", "inputs"].flatMap((field) => [
      { $eq: [get(field), lit(text)] },
      { $gt: [get(field), lit(text)] },
      { $in: [get(field), [lit("a"), lit(text)]] },
      contains(field, text, false),
      contains(field, text.toUpperCase(), true),
      contains(field, text.slice(1, 12), false),
    ]),
    ...[`feedback.[${typeOf(text)}].payload.text`, "feedback.[*].payload.list.0"].flatMap(
      (field) => [
        { $eq: [get(field), lit(text)] },
        { $gt: [get(field), lit(text)] },
        { $in: [get(field), [lit("a"), lit(text)]] },
        { $eq: [get(field), get("inputs.text")] },
        contains(field, text.toUpperCase(), true),
        contains(field, text.slice(1, 12), false),
      ],
    ),
    { $eq: [get("attributes.a.b"), lit(`${text} and ${text}`)] },
    { $eq: [get("inputs.list"), lit([text, { [text]: text }])] },
    { $eq: [get("inputs.list"), lit({ [text]: 1 })] },
    ...[
      `inputs.${step}`,
      `inputs.list.1.${step}`,
      `inputs.${text}`,
      `summary.${step}`,
      `feedback.[${typeOf(text)}].payload.${step}`,
      `feedback.[*].payload.list.1.${step}`,
      `feedback.[${text}].payload.text`,
      text,
    ].flatMap((path) => [
      { $eq: [get(path), lit(5)] },
      { $eq: [get(path), lit(text)] },
      { $not: [{ $convert: { input: get(path), to: "exists" } }] },
      { $gt: [{ $size: get(path) }, lit(0)] },
    ]),
  ].filter((query) => isAllowed(query));
}

/** Whether it compiles; the SQL has nothing of a text, whatever becomes of it. */
function isAllowed(query: Operand): boolean {
  try {
    for (const mode of ["leaves", "whole"] as const) {
      const parameters = new Parameters();
      const feedback = new FeedbackBeside("p" as ProjectId, parameters);
      const fields = new CallFields("acme/p" as ProjectName, parameters, mode, feedback);
      const sql = compileQuery({ $expr: query }, { fields, parameters });
      const all = `${sql} ${fields.unknown ?? ""} ${feedback.joinSql(parameters)}`;
      expect(all.toLowerCase()).not.toContain(marker.toLowerCase());
    }
    return true;
  } catch (error) {
    if (error instanceof InvalidInput) return false;
    throw error;
  }
}

test.each(queryTexts.map((text, i): [number, string] => [i, text]))("text %i", async (_, text) => {
  const queries = queriesOf(text);
  expect(queries.length).toBeGreaterThan(30);
  // The store bounds what one statement takes.
  const atOnce = text.length > 1_000 ? 4 : queries.length;
  for (let from = 0; from < queries.length; from += atOnce) {
    await holdToEvaluator(queries.slice(from, from + atOnce));
  }
  const few = { $or: queries.slice(0, text.length > 1_000 ? 1 : 10) };
  const answer = await client.post(
    "/calls/query",
    JSON.stringify({ project_id: "acme/p", query: { $expr: few }, columns: ["id"] }),
  );
  expect(answer.status, answer.text.slice(0, 500)).toBe(200);
  const calls = answer.body["calls"] as { id: string }[];
  const ids = new Set(calls.map(({ id }) => id));
  expect([...items.keys()].map((id) => ids.has(id))).toEqual(matchesOf(few));
});

async function holdToEvaluator(queries: readonly Operand[]): Promise<void> {
  const parameters = new Parameters();
  const projectId = stores.requesterOf("acme").projects.named("acme/p").id;
  const feedback = new FeedbackBeside(projectId, parameters);
  const fields = new CallFields("acme/p" as ProjectName, parameters, "whole", feedback);
  const columns = queries.map(($expr, i) => {
    return `${compileQuery({ $expr }, { fields, parameters })} AS c${i}`;
  });
  const rows = await stores.traces.query<Record<string, unknown>>(
    `SELECT ${columns.join(", ")} FROM calls FINAL ${feedback.joinSql(parameters)}
    ORDER BY id`,
    parameters.values,
    ownRead,
  );
  expect(rows).toHaveLength(items.size);
  for (const [i, query] of queries.entries()) {
    const found = rows.map((row) => Boolean(row[`c${i}`]));
    expect(found, JSON.stringify(query).slice(0, 500)).toEqual(matchesOf(query));
  }
}

function matchesOf(query: Operand): boolean[] {
  const node = parseQuery({ $expr: query });
  return [...items.values()].map((item) => evaluate(node, item) === true);
}
