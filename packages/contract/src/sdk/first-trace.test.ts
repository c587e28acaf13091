import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort, startHeddle, type HeddleProcess } from "../server/heddle-process.ts";
import { runProgram } from "./run-program.ts";
import { traceReader, type ReadCall, type TraceReader } from "./trace-reader.ts";

const project = "local/first-trace";

interface Outcome {
  readonly sum: number;
  readonly odd: number;
  readonly failure: string;
  readonly letters: string[];
  readonly greeting: string;
  readonly again: string;
  readonly changed: string;
  readonly dataset: string;
  readonly holder: string;
  readonly greetingRead: unknown;
  readonly rowsRead: { id: string; question: string; answer: number }[];
  readonly callsRead: { id: string; op_name: string }[];
}

let dataDir: string;
let server: HeddleProcess;
let outcome: Outcome;
let reader: TraceReader;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "heddle-first-trace-"));
  server = await startHeddle({ dataDir, port: await freePort() });
  const program = await runProgram({
    name: "first-trace.ts",
    traceUrl: server.url,
    apiKey: server.apiKey,
    project,
  });
  outcome = (await program.result) as Outcome;
});

afterAll(async () => {
  await server?.killAll();
  await rm(dataDir, { recursive: true, force: true });
});

/**
 * The same reads from the server that received the trace, and from the server that found it on
 * disk.
 */
describe.each(["before the kill", "after kill -9 and a new start"])("%s", (when) => {
  let calls: ReadCall[];

  beforeAll(async () => {
    if (when !== "before the kill") {
      await server.killAll();
      server = await startHeddle({ dataDir, port: await freePort() });
    }
    reader = traceReader(server, project);
    calls = await reader.calls();
  });

  const named = (name: string): ReadCall[] =>
    calls.filter(({ op_name }) => op_name.includes(`/op/${name}:`));
  const one = (name: string): ReadCall => {
    const [call, ...more] = named(name);
    if (call === undefined || more.length > 0) throw new Error(`${more.length} more of ${name}`);
    return call;
  };

  test("every call is there once, complete", () => {
    expect(calls.map(({ op_name }) => /\/op\/(.*):/.exec(op_name)?.[1] ?? op_name).sort()).toEqual(
      [
        ...Array.from({ length: 23 }, () => "add"),
        "addTwice",
        "forecast",
        "look",
        "refuse",
        "spell",
        "spend",
      ].sort(),
    );
    expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
    for (const call of calls) {
      expect(call.project_id).toBe(project);
      expect(Date.parse(call.ended_at ?? "")).toBeGreaterThanOrEqual(Date.parse(call.started_at));
      expect(call.wb_user_id).toBe("local");
      expect(call.attributes).toMatchObject({ weave: { source: "js-sdk" } });
    }
  });

  test("nested calls hang under their parent, in its trace", () => {
    const parent = one("addTwice");
    const children = named("add").filter(({ parent_id }) => parent_id === parent.id);
    expect(parent.parent_id).toBeNull();
    expect(parent.inputs).toEqual({ arg0: 2, arg1: 3 });
    expect(parent.output).toBe(outcome.sum);
    expect(children.map(({ inputs }) => inputs)).toEqual([
      { arg0: 2, arg1: 3 },
      { arg0: 3, arg1: 2 },
    ]);
    expect(children.every(({ trace_id }) => trace_id === parent.trace_id)).toBe(true);
  });

  test("an exception is an error, with its text", () => {
    const call = one("refuse");
    expect(outcome.failure).toBe("refused: on purpose");
    expect(call.exception).toContain("refused: on purpose");
    expect(call.output).toBeNull();
    expect(call.summary.weave.status).toBe("error");
  });

  test("a stream is recorded as its reduced value", () => {
    expect(outcome.letters).toEqual(["l", "o", "o", "m"]);
    expect(one("spell").output).toEqual(["l", "o", "o", "m"]);
  });

  test("names and attributes come back", () => {
    const call = one("forecast");
    expect(call.display_name).toBe("forecast for Ghent");
    expect(call.summary.weave).toMatchObject({
      status: "success",
      display_name: "forecast for Ghent",
    });
    const tagged = named("add").find(({ output }) => output === outcome.odd);
    expect(tagged?.attributes).toMatchObject({ request: "r-1", nested: { deep: [1, 2.5] } });
    expect(tagged?.summary.weave).toMatchObject({ status: "success", trace_name: "add" });
  });

  test("concurrent calls keep their own inputs and outputs", () => {
    const concurrent = named("add").filter(({ inputs }) => inputs["arg1"] === 1_000);
    expect(concurrent.map(({ inputs }) => inputs["arg0"]).sort(byNumber)).toEqual(
      Array.from({ length: 20 }, (_, index) => index),
    );
    for (const { inputs, output } of concurrent)
      expect(output).toBe(Number(inputs["arg0"]) + 1_000);
  });

  test("usage lands in the summary", () => {
    expect(one("spend").summary).toMatchObject({
      usage: { "loom-1": { requests: 1, prompt_tokens: 7, total_tokens: 9 } },
    });
  });

  test("an image is a file that reads back byte for byte", async () => {
    const image = one("look").output as { files: Record<string, string> };
    expect(image).toMatchObject({ weave_type: { type: "PIL.Image.Image" } });
    const bytes = await reader.file(image.files["image.png"] ?? "");
    expect(bytes.subarray(1, 4).toString()).toBe("PNG");
    expect(bytes).toHaveLength(70);
  });

  test("the source of an op is stored under its digest", async () => {
    const op = await reader.object(one("addTwice").op_name);
    expect(op.kind).toBe("op");
    const source = await reader.file((op.val as { files: Record<string, string> }).files["obj.py"]);
    expect(source.toString()).toContain("addTwice");
  });

  test("an object published twice is one version, changed it is two", async () => {
    expect(outcome.again).toBe(outcome.greeting);
    expect(outcome.changed).not.toBe(outcome.greeting);
    const versions = await reader.versions("greeting");
    expect(
      versions.map(({ version_index, is_latest, val }) => [version_index, is_latest, val]),
    ).toEqual([
      [0, 0, { hello: "world", list: [1, 2.5, null] }],
      [1, 1, { hello: "moon", list: [] }],
    ]);
    expect(outcome.greetingRead).toEqual({ hello: "world", list: [1, 2.5, null] });
  });

  test("a dataset reads back row by row", async () => {
    expect(outcome.rowsRead.map(({ id, answer }) => [id, answer])).toEqual(
      Array.from({ length: 1_000 }, (_, index) => [`row-${index}`, index * 2]),
    );
    const dataset = await reader.object(outcome.dataset);
    expect(dataset.base_object_class).toBe("Dataset");
    const rows = await reader.rows((dataset.val as { rows: string }).rows);
    expect(rows).toHaveLength(1_000);
    rows.forEach(({ val, original_index }, index) => {
      expect(original_index).toBe(index);
      expect(val).toEqual({
        id: `row-${index}`,
        question: `what is ${index} + ${index}?`,
        answer: index * 2,
      });
    });
  });

  test("refs are resolved, through other objects and down to a row's member", async () => {
    const [row] = await reader.rows(
      ((await reader.object(outcome.dataset)).val as { rows: string }).rows,
    );
    const values = await reader.refs([
      outcome.greeting,
      `${outcome.greeting}/key/list/index/1`,
      `${outcome.holder}/key/uses/attr/rows/id/${row?.digest}/key/question`,
      `${outcome.holder}/key/missing`,
    ]);
    expect(values).toEqual([{ hello: "world", list: [1, 2.5, null] }, 2.5, "what is 0 + 0?", null]);
  });

  test("the SDK reads the same values as the API", () => {
    expect(outcome.callsRead.map(({ id }) => id).sort()).toEqual(calls.map(({ id }) => id).sort());
  });
});

function byNumber(left: unknown, right: unknown): number {
  return Number(left) - Number(right);
}
