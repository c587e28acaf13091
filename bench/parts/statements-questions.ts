import { project } from "../calls/sample-call.ts";
import type { Question } from "./question.ts";
import { idFacts, statsFacts } from "./statements-answers.ts";
import type { Picks } from "./statements-picks.ts";
import * as raw from "./statements-sql.ts";

const callsPath = "/traces/calls/stream_query";
const countPath = "/traces/calls/query_stats";
const newestFirst = [{ field: "started_at", direction: "desc" }];
const dayMs = 24 * 60 * 60 * 1000;

type Members = Readonly<Record<string, unknown>>;

const page = (members: Members): object => ({
  project_id: project,
  sort_by: newestFirst,
  limit: 50,
  ...members,
});
const counted = (members: Members): object => ({ project_id: project, ...members });

const is = (field: string, value: unknown): Members => ({
  $eq: [{ $getField: field }, { $literal: value }],
});
const number = (field: string, value: number): Members => ({
  $eq: [{ $convert: { input: { $getField: field }, to: "double" } }, { $literal: value }],
});
const contains = (field: string, text: string): Members => ({
  $contains: { input: { $getField: field }, substr: { $literal: text } },
});
const query = (...conditions: Members[]): Members => ({
  query: { $expr: conditions.length === 1 ? conditions[0] : { $and: conditions } },
});

const op = "weave:///local/bench/op/rerank:";
const isOp = "startsWith(op_name, {op:String})";
const inOutput = "position(output, {text:String}) > 0";

/** In the order of the table. */
const asked: readonly (Omit<Question<Picks>, "facts"> & Partial<Question<Picks>>)[] = [
  {
    name: "one call by id",
    directionMs: 15,
    path: "/traces/call/read",
    body: ({ id }) => ({ project_id: project, id }),
    raw: ({ id }) => raw.byIds([id]),
  },
  {
    name: "100 calls by id",
    path: callsPath,
    body: ({ ids }) => ({ project_id: project, filter: { call_ids: ids } }),
    raw: ({ ids }) => raw.byIds(ids),
  },
  {
    name: "newest 50",
    directionMs: 15,
    path: callsPath,
    body: () => page({}),
    raw: raw.newestOfAll,
  },
  {
    name: "newest 50 roots",
    directionMs: 15,
    path: callsPath,
    body: () => page({ filter: { trace_roots_only: true } }),
    raw: () => raw.page({ where: "parent_id = ''" }),
  },
  {
    name: "newest 50 of an op",
    directionMs: 40,
    path: callsPath,
    body: () => page({ filter: { op_names: [`${op}*`] } }),
    raw: () => raw.page({ where: isOp, params: { op } }),
  },
  {
    name: "newest 50, from the 1,001st on",
    path: callsPath,
    body: () => page({ offset: 1_000 }),
    raw: () => raw.page({ offset: 1_000 }),
  },
  {
    name: "one trace",
    directionMs: 15,
    path: callsPath,
    body: ({ traceId }) => ({ project_id: project, filter: { trace_ids: [traceId] } }),
    raw: raw.oneTrace,
  },
  {
    name: "newest 50 of a user",
    directionMs: 40,
    path: callsPath,
    body: ({ user }) => page(query(is("wb_user_id", user))),
    raw: ({ user }) => raw.page({ where: "wb_user_id = {user:String}", params: { user } }),
  },
  {
    name: "newest 50 errors",
    directionMs: 40,
    path: callsPath,
    body: () => page(query(is("summary.weave.status", "error"))),
    raw: () => raw.page({ where: "status = 'error'" }),
  },
  {
    name: "newest 50 errors of a user (1 of 1,000 calls)",
    directionMs: 40,
    path: callsPath,
    body: ({ user }) => page(query(is("wb_user_id", user), is("summary.weave.status", "error"))),
    raw: ({ user }) =>
      raw.page({ where: "wb_user_id = {user:String} AND status = 'error'", params: { user } }),
  },
  {
    name: "newest 50 with a leaf (a quarter)",
    directionMs: 40,
    path: callsPath,
    body: ({ temperature }) => page(query(number("inputs.temperature", temperature))),
    raw: ({ temperature, hasLeaves }) => {
      const { sql: where, params } = raw.leafIs("temperature", temperature, hasLeaves);
      return raw.page({ where, params });
    },
  },
  {
    name: "all with a leaf (25 calls)",
    directionMs: 40,
    path: callsPath,
    body: ({ ticket }) => page(query(is("inputs.ticket", ticket))),
    raw: ({ ticket, hasLeaves }) => {
      const { sql: where, params } = raw.leafIs("ticket", ticket, hasLeaves);
      return raw.page({ where, params });
    },
  },
  {
    name: "newest 50 with text in the output (a fifth)",
    directionMs: 150,
    path: callsPath,
    body: ({ word }) => page(query(contains("output", word))),
    raw: ({ word }) => raw.page({ where: inOutput, params: { text: word } }),
  },
  {
    name: "all with text in the output (25 calls)",
    directionMs: 150,
    path: callsPath,
    body: ({ ticket }) => page(query(contains("output", ticket))),
    raw: ({ ticket }) => raw.page({ where: inOutput, params: { text: ticket } }),
  },
  {
    name: "slowest 50",
    directionMs: 150,
    path: callsPath,
    body: () => page({ sort_by: [{ field: "summary.weave.latency_ms", direction: "desc" }] }),
    raw: () => raw.page({ order: raw.slowestFirst }),
  },
  {
    name: "first 50 by a leaf",
    directionMs: 150,
    path: callsPath,
    body: () => page({ sort_by: [{ field: "inputs.ticket", direction: "desc" }] }),
    raw: ({ hasLeaves }) => {
      const ticket = raw.leaf("ticket", hasLeaves);
      return raw.page({ order: [`${ticket} DESC`, "id", "started_at"] });
    },
  },
  {
    name: "count",
    directionMs: 20,
    path: countPath,
    body: () => counted({}),
    raw: () => raw.count(),
  },
  {
    name: "count of errors",
    directionMs: 20,
    path: countPath,
    body: () => counted(query(is("summary.weave.status", "error"))),
    raw: () => raw.count("status = 'error'"),
  },
  {
    name: "count by a leaf (some hundred)",
    directionMs: 20,
    path: countPath,
    body: ({ session }) => counted(query(is("inputs.session", session))),
    raw: ({ session, hasLeaves }) => {
      const { sql, params } = raw.leafIs("session", session, hasLeaves);
      return raw.count(sql, params);
    },
  },
  {
    name: "statistics of 30 days",
    path: "/traces/calls/stats",
    body: () => ({
      project_id: project,
      start: new Date(Date.now() - 31 * dayMs).toISOString(),
      granularity: 86_400,
      call_metrics: [
        { metric: "latency_ms", aggregations: ["avg"], percentiles: [95] },
        { metric: "call_count" },
        { metric: "error_count" },
      ],
    }),
    raw: raw.daily,
    facts: statsFacts,
  },
];

export const questions: readonly Question<Picks>[] = asked.map((question) => ({
  facts: idFacts,
  ...question,
}));
