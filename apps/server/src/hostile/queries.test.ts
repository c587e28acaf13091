import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, TraceClient } from "../trace/testing/trace-app.ts";
import { traceStores, type TraceStores } from "../trace/testing/trace-stores.ts";
import { watched } from "../trace/testing/watched.ts";

let stores: TraceStores;
let client: TraceClient;
/** Uses of the trace store. */
let uses = 0;

beforeAll(async () => {
  stores = await traceStores();
  const counted = new Proxy(stores.traces, {
    get(traces, name) {
      uses += 1;
      const value: unknown = Reflect.get(traces, name, traces);
      return typeof value === "function" ? (value.bind(traces) as unknown) : value;
    },
  });
  client = new TraceClient({
    ...stores,
    resources: (options) => stores.resources({ ...options, traces: counted }),
  });
  const call = {
    project_id: "acme/p",
    id: "c",
    trace_id: "t",
    op_name: "op",
    started_at: "2026-01-01T00:00:00Z",
    ended_at: "2026-01-01T00:00:01Z",
    inputs: { a: "x".repeat(500), n: 5, deep: { er: [1, 2, 3, 4, 5, 6] } },
    attributes: {},
    summary: {},
  };
  const batch = JSON.stringify({ batch: [call] });
  const answer = await client.post("/v2/acme/p/calls/complete", batch);
  if (answer.status !== 200) throw new Error(answer.text);
  const { project_id, inputs: payload } = call;
  const feedback = { project_id, weave_ref: "x", feedback_type: "own", payload };
  const created = await client.post("/feedback/create", JSON.stringify(feedback));
  if (created.status !== 200) throw new Error(created.text);
});
afterAll(() => stores[Symbol.asyncDispose]());

function count(expression: string): Promise<Answer> {
  const body = `{"project_id":"acme/p","query":{"$expr":${expression}}}`;
  return client.post("/calls/query_stats", body);
}

function sortBy(...paths: string[]): Promise<Answer> {
  const sort_by = paths.map((field) => ({ field, direction: "asc" }));
  return client.post("/calls/query", JSON.stringify({ project_id: "acme/p", sort_by }));
}

const field = (path: string): string => JSON.stringify({ $getField: path });
const literal = (value: unknown): string => JSON.stringify({ $literal: value });
const eq = (left: string, right: string): string => `{"$eq":[${left},${right}]}`;
const times = (size: number, make: (index: number) => string): string =>
  Array.from({ length: size }, (_, i) => make(i)).join(",");
const or = (size: number, make: (index: number) => string): string =>
  `{"$or":[${times(size, make)}]}`;
const nest = (levels: number, open: string, inside: string, close: string): string =>
  open.repeat(levels) + inside + close.repeat(levels);
const a = field("inputs.a");
const text = field("op_name");
const said = "feedback.[own].payload.a";
const note = "feedback.[wandb.note.1].payload.note";
const isTrue = literal(true);
const contains = (substr: string): string =>
  `{"$contains":{"input":${a},"substr":${substr},"case_insensitive":true}}`;
/** Twice as many levels of conversions. */
const converted = (levels: number, input: string): string =>
  nest(
    levels,
    '{"$convert":{"to":"string","input":{"$convert":{"to":"double","input":',
    input,
    "}}}}",
  );

const refused: [what: string, expression: string, status: number, reason: RegExp][] = [
  ["90 levels", nest(90, '{"$not":[', isTrue, "]}"), 400, /limit of 50 levels/],
  ["100,000 levels", nest(100_000, '{"$not":[', isTrue, "]}"), 413, /deeper than 200 levels/],
  ["2,000 operands in a list", or(2_000, () => isTrue), 400, /1,000 operands/],
  ["100,000 operands in a list", or(100_000, () => isTrue), 400, /1,000 operands/],
  ["100,000 operands in lists", or(400, () => or(250, () => isTrue)), 400, /10,000 operands/],
  ["5,000 operands in lists", or(10, () => or(500, () => isTrue)), 400, /limit of 4000 operands/],
  ["1,000 conditions on a payload", or(1_000, (i) => eq(a, literal(`${i}`))), 400, /131072 char/],
  ["40 levels of conversions", eq(literal("5"), converted(20, text)), 400, /131072 characters/],
  ["40 of a payload", eq(literal("5"), converted(20, a)), 400, /131072 characters/],
  [
    "$in of 100,000",
    `{"$in":[${a},[${times(100_000, (i) => literal(i))}]]}`,
    400,
    /1,000 operands/,
  ],
  [
    "a long operand beside 900 others",
    `{"$in":[${converted(3, a)},[${times(900, () => text)}]]}`,
    400,
    /131072 characters/,
  ],
  ["a text of 1 MB", eq(text, literal("x".repeat(1_000_000))), 400, /limit is 122880/],
  ["a text of 1 MB in a list", `{"$in":[${a},[${literal("é".repeat(1e6))}]]}`, 400, /122880/],
  ["texts of 10 MB", or(100, () => eq(a, literal("x".repeat(100_000)))), 400, /1048576 bytes/],
  ["backslashes of 240 KB", or(2, () => eq(a, literal("\\".repeat(120_000)))), 400, /1048576/],
  ["a needle of 1 MB", contains(literal("x".repeat(1_000_000))), 400, /limit is 122880/],
  ["a list of 700,000", eq(a, literal(Array.from({ length: 700_000 }, () => 1))), 400, /1048576/],
  ["a list of 100,000", eq(a, literal(Array.from({ length: 100_000 }, () => 1))), 400, /122880/],
  ["a literal of 90 levels", eq(a, `{"$literal":${nest(90, "[", "1", "]")}}`), 400, /50 levels/],
  ["literals of literals", eq(a, nest(90, '{"$literal":', "1", "}")), 400, /50 levels/],
  ["10,000 steps", eq(field(`inputs${".a".repeat(10_000)}`), isTrue), 400, /limit is 1024/],
  ["400 steps", eq(field(`inputs${".a".repeat(400)}`), isTrue), 400, /400 steps; the limit is 100/],
  ["400 empty steps", eq(field(`inputs${".".repeat(400)}`), isTrue), 400, /limit is 100/],
  [
    "5 numbers",
    eq(field("inputs.0.1.2.3.4"), isTrue),
    400,
    /5 steps that are numbers.* limit is 4/,
  ],
  ["a path of 1 MB", eq(field(`inputs.${"a".repeat(1e6)}`), isTrue), 400, /limit is 1024/],
  ["a path of 1 MB of backslashes", eq(field(`inputs.${"\\.".repeat(5e5)}`), isTrue), 400, /1024/],
  ["a field of 1 MB", eq(field("a".repeat(1e6)), isTrue), 422, /^Field a{200}… is not allowed$/],
  ["a feedback of 1 MB", eq(field(`feedback.[${"a".repeat(1e6)}].x`), isTrue), 422, /not allowed/],
  ["an operator of 1 MB", `{"$${"x".repeat(1e6)}":[]}`, 422, /Needs one of/],
];

/** Feedback refuses an unknown field otherwise, and takes less text for a condition. */
const ofCalls: ReadonlySet<string> = new Set([
  "1,000 conditions on a payload",
  "a field of 1 MB",
  "a feedback of 1 MB",
]);

/** The same question about feedback: its payload in place of the inputs of calls. */
function countFeedback(expression: string): Promise<Answer> {
  const own = expression.replaceAll('"inputs', '"payload').replaceAll('"op_name"', '"weave_ref"');
  const body = `{"project_id":"acme/p","fields":["count(*)"],"query":{"$expr":${own}}}`;
  return client.post("/feedback/query", body);
}

/** Queries of calls by their feedback. */
const refusedOfCalls: typeof refused = [
  [
    "a type of 1 MB",
    eq(field(`feedback.[${"a".repeat(1e6)}].payload.x`), isTrue),
    400,
    /limit is 256/,
  ],
  [
    "brackets of 1 MB",
    eq(field(`feedback.[${"].payload".repeat(1e5)}`), isTrue),
    422,
    /not allowed/,
  ],
  [
    "400 steps into feedback",
    eq(field(`${said}${".a".repeat(400)}`), isTrue),
    400,
    /400 steps|401 steps/,
  ],
  [
    "21 types of feedback",
    or(21, (i) => eq(field(`feedback.[t${i}].payload.a`), isTrue)),
    400,
    /20 types/,
  ],
  [
    "100,000 conditions on feedback",
    or(100_000, (i) => eq(field(said), literal(i))),
    400,
    /1,000 operands/,
  ],
  [
    "1,000 fields of feedback",
    or(1_000, (i) => eq(field(`${said}.${i}x`), isTrue)),
    400,
    /131072 char/,
  ],
];

describe("refuses at once, and without the store,", () => {
  test.each([...refused, ...refusedOfCalls])("%s", async (_, expression, status, reason) => {
    const before = uses;
    const { result, longestBlockMs } = await watched(() => count(expression));
    expect(result.status, result.text.slice(0, 500)).toBe(status);
    expect(result.body["reason"]).toMatch(reason);
    expect(longestBlockMs).toBeLessThan(1_000);
    expect(uses).toBe(before);
  });

  test.each(refused.filter(([what]) => !ofCalls.has(what)))(
    "%s of feedback",
    async (_, expression, status, reason) => {
      const before = uses;
      const { result, longestBlockMs } = await watched(() => countFeedback(expression));
      expect(result.status, result.text.slice(0, 500)).toBe(status);
      expect(result.body["reason"]).toMatch(reason);
      expect(longestBlockMs).toBeLessThan(1_000);
      expect(uses).toBe(before);
    },
  );

  test.each([
    ["10,000 steps", `inputs${".a".repeat(10_000)}`],
    ["a path of 1 MB", `output.${"a".repeat(1_000_000)}`],
  ])("%s in an order", async (_, path) => {
    const before = uses;
    expect(await sortBy(path)).toMatchObject({ status: 400 });
    expect(uses).toBe(before);
  });
});

const answeredOfCalls: [what: string, expression: string][] = [
  ["1,000 conditions on feedback", or(1_000, (i) => eq(field(said), literal(`x${i}`)))],
  ["40 fields of feedback", or(40, (i) => eq(field(`${said}.${i}x`), isTrue))],
  ["200 conditions on notes", or(200, (i) => eq(field(note), literal(`x${i}`)))],
  ["20 types of feedback", or(20, (i) => eq(field(`feedback.[t${i}].payload.a`), isTrue))],
  ["120,000 quotes in feedback", eq(field(said), literal("'".repeat(120_000)))],
  ["90 steps into feedback", eq(field(`${said}${".a".repeat(90)}`), isTrue)],
  ["4 numbers in feedback", eq(field(`${said}.0.1.2.3`), isTrue)],
  [
    "feedback within feedback",
    eq(field(said), `{"$convert":{"to":"string","input":${eq(field(said), a)}}}`),
  ],
];

const answered: [what: string, expression: string][] = [
  ["45 levels", nest(45, '{"$and":[', isTrue, "]}")],
  ["900 conditions on columns", or(900, (i) => eq(text, literal(`x${i}`)))],
  ["200 conditions on a payload", or(200, (i) => eq(a, literal(`x${i}`)))],
  ["conversions", eq(literal("5"), converted(2, a))],
  ["$in of 1,000", `{"$in":[${a},[${times(1_000, (i) => literal(i))}]]}`],
  ["120,000 backslashes", eq(a, literal("\\".repeat(120_000)))],
  ["120,000 NULs", eq(a, literal("\0".repeat(120_000)))],
  ["1 MB of texts", `{"$in":[${a},[${times(9, (i) => literal(`${i}`.repeat(110_000)))}]]}`],
  ["a needle of 100 KB of sigmas", contains(literal("Σ".repeat(50_000)))],
  ["a needle like an expression", contains(literal("(a+)+$".repeat(10_000)))],
  ["a number of 1 MB", eq(a, `{"$literal":${"9".repeat(1_000_000)}}`)],
  ["90 steps", eq(field(`inputs${".a".repeat(90)}`), isTrue)],
  ["4 numbers", eq(field("inputs.0.1.2.3.b"), isTrue)],
];

test.each([...answered, ...answeredOfCalls])("answers %s", async (_, expression) => {
  const { status, text: body } = await count(expression);
  expect(status, body.slice(0, 500)).toBe(200);
});

test.each(answered)("answers %s of feedback", async (_, expression) => {
  const { status, text: body } = await countFeedback(expression);
  expect(status, body.slice(0, 500)).toBe(200);
});

test.each([
  ["a field of 1 MB", [field("a".repeat(1e6))], 400],
  ["an entry of a map of 1 MB", [field(`scorer_ratings.${"a".repeat(1e6)}`)], 400],
] as const)("refuses %s of feedback", async (_, [path], status) => {
  const answer = await countFeedback(eq(path, literal(1)));
  expect([answer.status, answer.text.length < 1_000]).toEqual([status, true]);
});

test("answers 1,000 paths into a payload of feedback, or refuses them at once", async () => {
  const fields = Array.from({ length: 1_000 }, (_, i) => `payload.${"a.".repeat(90)}${i}`);
  const { status, body } = await client.post(
    "/feedback/query",
    JSON.stringify({ project_id: "acme/p", fields }),
  );
  expect([status, body["reason"]]).toEqual([400, expect.stringMatching(/131072 characters/)]);
});

test("answers 100 metrics of long paths, or refuses them at once", async () => {
  const metrics = Array.from({ length: 100 }, (_, i) => ({
    json_path: `1.2.3.4.${"a.".repeat(90)}${i}x`,
  }));
  const body = JSON.stringify({ project_id: "acme/p", start: new Date().toISOString(), metrics });
  const { status, body: answer } = await client.post("/feedback/stats", body);
  expect([status, answer["reason"]]).toEqual([400, expect.stringMatching(/131072 characters/)]);
});

test("answers an order by 20 values of payloads", async () => {
  const paths = Array.from({ length: 20 }, (_, i) => `inputs.${i}.a`);
  expect(await sortBy(...paths)).toMatchObject({ status: 200 });
  const ofFeedback = paths.map((path, i) => `feedback.[t${i % 10}].payload.${path}`);
  expect(await sortBy(...ofFeedback)).toMatchObject({ status: 200 });
});
