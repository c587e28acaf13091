import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { internalProjectId } from "../../../access/project-id.ts";
import { ownRead } from "../../../store/traces/traces.ts";
import { insertOldCalls } from "../../../store/traces/testing/insert-old-calls.ts";
import { CallScene } from "../testing/call-scene.ts";
import { rowText } from "../../../store/traces/row.ts";
import { callRow, tombstoneRow } from "./call.ts";
import { maxPayloadBytes, payload, type PayloadName, type Payloads } from "./call-payload.ts";
import { scanText } from "./leaves/compact-text.ts";
import { part } from "./part.ts";

const key = { projectId: internalProjectId("acme/p"), id: "c" };
const startColumns = {
  trace_id: "t",
  parent_id: "",
  thread_id: "",
  turn_id: "",
  op_name: "op",
  wb_user_id: "",
  wb_run_id: "",
  wb_run_step: null,
  input_refs: [],
};
const endColumns = {
  ended_at: "2026-01-01 00:00:01.000000",
  exception: null,
  wb_run_step_end: null,
  output_refs: [],
  status: "success",
} as const;

type Texts = Partial<Record<PayloadName, string>>;
type Half = ReturnType<CallScene["start"]>;
type Row = Readonly<Record<string, unknown>>;

function payloadsOf(texts: Texts): Payloads {
  const entries = Object.entries(texts) as [PayloadName, string][];
  return Object.fromEntries(entries.map(([name, text]) => [name, payload(name, scanText(text))]));
}

function rowOf(start: Texts, end?: Texts): Row {
  const known = {
    start: {
      startedAt: "2026-01-01 00:00:00.000000",
      displayName: undefined,
      ...part(startColumns, payloadsOf(start)),
    },
    end: end && part(endColumns, payloadsOf(end)),
    name: { text: "", at: 0 },
  };
  return JSON.parse(rowText(callRow(key, known, 1))) as Row;
}

const long = JSON.stringify("x".repeat(200));

describe("the row", () => {
  test("of an ended call has the leaves of all payloads, and joins what is cut", () => {
    const row = rowOf(
      {
        inputs: `{"a":${long}}`,
        attributes: '{"weave":{"os":"Linux"},"b":1}',
        otel_dump: '{"c":1}',
      },
      { output: long, summary: '{"usage":{"m":{"requests":2}}}' },
    );
    expect(row).toMatchObject({
      inputs_leaves: "",
      attributes_leaves: "\u007f/b\u007fn1\u007f",
      output_leaves: "",
      summary_leaves: "\u007f/usage/m/requests\u007fn2\u007f",
      cut: "\u007finputs/a\u007fattributes/weave\u007foutput\u007f",
      usage_models: ["m"],
      usage_tokens: [2, 0, 0, null, null, null],
    });
    expect(row).not.toHaveProperty("readable");
    expect(row).not.toHaveProperty("otel_dump_leaves");
  });

  test("has twins of the payloads that the engine cannot read", () => {
    const row = rowOf(
      { inputs: '{"a":"\\ud800"}', attributes: "{}" },
      { output: "[1e400]", summary: "{}" },
    );
    expect(row["readable"]).toEqual({
      inputs: '{"a":"\ufffd"}',
      output: "[1.7976931348623157e+308]",
    });
    expect(row["inputs"]).toBe('{"a":"\\ud800"}');
  });

  test("has no leaves and no usage of payloads that do not fit", () => {
    const large = `{"a":"${"x".repeat(maxPayloadBytes - 1_000)}","b":1,"usage":{"m":{}}}`;
    const marker = "\u007f/_weave/error\u007fs<EXCEEDS_LIMITS>\u007f";
    expect(rowOf({ inputs: `[${long},${large},${large}]` })).toMatchObject({
      inputs_leaves: marker,
      cut: "",
    });
    const together = rowOf({ inputs: `{"a":${long}}` }, { output: large, summary: large });
    expect(together).toMatchObject({
      output_leaves: marker,
      summary_leaves: "\u007f/b\u007fn1\u007f/usage/m\u007fe{}\u007f",
      cut: "\u007finputs/a\u007fsummary/a\u007f",
      usage_models: ["m"],
    });
    const alone = rowOf({ inputs: "{}" }, { output: "1", summary: `[${large},${large}]` });
    expect(alone).toMatchObject({ summary_leaves: marker, usage_models: [], usage_tokens: [] });
  });

  test("never has the cut of rows from before the column", () => {
    const { cut } = rowOf({ inputs: long, attributes: long }, { output: long, summary: long });
    expect(cut).toBe("\u007finputs\u007fattributes\u007foutput\u007fsummary\u007f");
  });
});

describe("in the store", () => {
  let scene: CallScene;
  beforeAll(async () => {
    scene = await CallScene.open();
  });
  beforeEach(() => scene.enterNewProject());
  afterAll(() => scene[Symbol.asyncDispose]());

  const columns = "inputs, inputs_leaves, output_leaves, cut, readable, usage_models, usage_tokens";
  const rows = (): Promise<Row[]> =>
    scene.stores.traces.query<Row>(
      `SELECT ${columns} FROM calls FINAL WHERE project_id = {project:String}`,
      { project: scene.project.id },
      ownRead,
    );

  test("each row gives every column that has a default", async () => {
    // The engine computes a default for all rows of an insert if one row leaves it out.
    const found = await scene.stores.traces.query<{ name: string }>(
      `SELECT name FROM system.columns
      WHERE database = currentDatabase() AND table = 'calls' AND default_kind = 'DEFAULT'`,
      {},
      ownRead,
    );
    const names = found.map(({ name }) => name);
    expect(names).toContain("usage_models");
    const tombstone = JSON.parse(tombstoneRow(key, "2026-01-01 00:00:00.000000", 1)) as Row;
    for (const row of [
      rowOf({}),
      rowOf({}, {}),
      rowOf({ inputs: "{}" }, { output: "1" }),
      tombstone,
    ]) {
      expect(Object.keys(row)).toEqual(expect.arrayContaining(names));
    }
  });

  test("a call has the same columns, in whichever way its halves met", async () => {
    const more = {
      inputs: { a: 1, b: "x\ud800", c: "y".repeat(200) },
      output: [{ d: true }],
      summary: { usage: { m: { total_tokens: 3 } } },
    };
    const id = scene.id();
    const start = (): Half => scene.start(id, { inputs: more.inputs });
    const end = (): Half => scene.end(id, more);
    const found: Row[] = [];
    for (const requests of [
      [[start, end]],
      [[start], [end]],
      [[end], [start]],
      [[start, end], [end], [start]],
    ]) {
      scene.enterNewProject();
      for (const halves of requests) await scene.upsert(halves.map((half) => half()));
      await scene.update(id, "named", scene.server());
      found.push(...(await rows()));
    }
    expect(found).toHaveLength(4);
    expect(found[0]).toEqual({
      inputs: `{"a":1,"b":"x\\ud800","c":"${"y".repeat(200)}"}`,
      inputs_leaves: "\u007f/a\u007fn1\u007f/b\u007fsx\ufffd\u007f",
      output_leaves: "\u007f/0/d\u007fbtrue\u007f",
      cut: "\u007finputs/c\u007f",
      readable: { inputs: `{"a":1,"b":"x\ufffd","c":"${"y".repeat(200)}"}` },
      usage_models: ["m"],
      usage_tokens: [null, 0, 0, 3, null, null],
    });
    for (const row of found) expect(row).toEqual(found[0]);
  });

  test("a call from before the columns gets them with its next write", async () => {
    const { traces } = scene.stores;
    const id = scene.id();
    const old = {
      project_id: scene.project.id,
      id,
      started_at: "2026-01-01 00:00:00.000000",
      op_name: "op",
      inputs: '{ "a" : "\\u00e9" }',
      attributes: "{}",
      status: "running",
      version: 1,
    };
    await insertOldCalls(traces, [JSON.stringify(old)]);
    expect(await rows()).toMatchObject([
      { inputs_leaves: "", cut: expect.stringContaining("inputs") as string },
    ]);
    await scene.upsert([scene.end(id, { output: 5 })]);
    expect(await rows()).toMatchObject([
      {
        inputs: '{"a":"é"}',
        inputs_leaves: "\u007f/a\u007fsé\u007f",
        output_leaves: "\u007f\u007fn5\u007f",
        cut: "",
      },
    ]);
  });
});
