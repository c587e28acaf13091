import { serialise } from "@heddle/server-kit";
import { describe, expect, test } from "vitest";
import { statusOf } from "./call.ts";
import { AnsweredSummary, type SummaryFacts } from "./call-summary.ts";
import { traceName } from "./trace-name.ts";

const facts: SummaryFacts = {
  status: "success",
  started_at: "2026-01-01 00:00:00.000600",
  ended_at: "2026-01-01 00:00:01.234500",
  display_name: "",
  op_name: "weave:///acme/p/op/predict:v1",
};
const weave = '"weave":{"status":"success","latency_ms":1233,"trace_name":"predict"}';

describe("the answered summary", () => {
  const cases: [what: string, reported: string, answered: string][] = [
    ["nothing", "", `{${weave}}`],
    ["an empty one", "{ }", `{${weave}}`],
    ["members keep their order and text", '{"b": 1.0, "a":[1]}', `{"b": 1.0, "a":[1],${weave}}`],
    [
      "a number of any length",
      '{"n":123456789012345678901}',
      `{"n":123456789012345678901,${weave}}`,
    ],
    [
      "the word weave elsewhere",
      '{"x":"weave","y":{"weave":1}}',
      `{"x":"weave","y":{"weave":1},${weave}}`,
    ],
    [
      "derived members from the client are dropped",
      '{"weave":{"status":"error","latency_ms":1,"trace_name":"x","display_name":"y"},"a":1}',
      `{"a":1,${weave}}`,
    ],
    [
      "other members of the client's weave are kept",
      '{"a":1,"weave":{"mine":1.0,"status":"error","b":{}}}',
      '{"a":1,"weave":{"mine":1.0,"b":{},"status":"success","latency_ms":1233,"trace_name":"predict"}}',
    ],
    [
      "names with escapes",
      '{"we\\u0061ve":{"st\\u0061tus":"error","\\u006dine":1.0},"\\u0061":1}',
      '{"\\u0061":1,"weave":{"\\u006dine":1.0,"status":"success","latency_ms":1233,"trace_name":"predict"}}',
    ],
    ["a weave that is no object", '{"weave":null,"a":1}', `{"a":1,${weave}}`],
  ];
  test.each(cases)("%s", (_, reported, answered) => {
    expect(serialise(new AnsweredSummary(reported, facts))).toBe(answered);
  });

  test("has no latency while the call runs", () => {
    const running = { ...facts, ended_at: null, status: "running" } as const;
    const { weave: derived } = new AnsweredSummary("", running);
    expect(derived).toEqual({ status: "running", trace_name: "predict" });
  });

  test("has the display name instead of the op's name", () => {
    const { weave: derived } = new AnsweredSummary("", { ...facts, display_name: "shown" });
    expect(derived).toEqual({ status: "success", latency_ms: 1233, display_name: "shown" });
  });

  test("has requested feedback instead of the client's", () => {
    const text = serialise(new AnsweredSummary('{"weave":{"feedback":1}}', facts, []));
    expect(JSON.parse(text)).toMatchObject({ weave: { feedback: [] } });
  });
});

describe("statusOf", () => {
  test.each<[exception: string | null, summary: unknown, status: string]>([
    [null, {}, "success"],
    ["", {}, "success"],
    ["boom", { status_counts: { error: 1 } }, "error"],
    [null, { status_counts: { error: 1 } }, "descendant_error"],
    [null, { status_counts: { error: 0, success: 3 } }, "success"],
    [null, { status_counts: null }, "success"],
    [null, { status_counts: { error: "1" } }, "success"],
  ])("%j %j is %s", (exception, summary, status) => {
    expect(statusOf(exception, summary)).toBe(status);
  });
});

describe("traceName", () => {
  test.each([
    ["weave:///acme/p/op/predict:v1", "predict"],
    ["weave:///acme/p/op/predict", "weave:///acme/p/op/predict"],
    ["weave:///acme/p/object/ds:v1", "weave:///acme/p/object/ds:v1"],
    ["plain:v1", "plain:v1"],
  ])("%s", (opName, name) => {
    expect(traceName(opName)).toBe(name);
  });
});
