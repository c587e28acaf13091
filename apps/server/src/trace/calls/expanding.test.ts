import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ExpandScene } from "./testing/expand-scene.ts";

let scene: ExpandScene;

beforeAll(async () => {
  scene = await ExpandScene.open();
});
afterAll(() => scene[Symbol.asyncDispose]());
beforeEach(() => scene.enterNewProject());

describe("the values of refs", () => {
  test("take the place of the refs, with the ref in _ref", async () => {
    const model = await scene.publish("model", { name: "m", temperature: 0.5 });
    const list = await scene.publish("list", [1, 2]);
    await scene.store([
      { inputs: { model, x: 1, same: model }, output: model, attributes: { a: { list } } },
      { inputs: { model: "text" }, output: { model } },
    ]);
    const expand_columns = ["inputs.model", "output", "attributes.a.list", "inputs.none"];
    const [first, second] = await scene.query({ expand_columns });
    const value = { name: "m", temperature: 0.5, _ref: model };
    expect(first).toMatchObject({
      inputs: { model: value, x: 1, same: model },
      output: value,
      attributes: { a: { list: [1, 2] } },
    });
    expect(second).toMatchObject({ inputs: { model: "text" }, output: { model } });
  });

  test("are expanded further, shallow paths first whatever their order", async () => {
    const prompt = await scene.publish("prompt", { text: "Hi" });
    const model = await scene.publish("model", { prompt, parts: [{ prompt }, prompt] });
    const evaluation = await scene.publish("eval", { model });
    await scene.store([{ inputs: { evaluation, direct: { model } } }]);
    const deep = [
      "inputs.evaluation.model.parts.1",
      "inputs.evaluation.model.prompt",
      "inputs.evaluation.model",
      "inputs.direct.model.prompt",
      "inputs.evaluation",
    ];
    const [call] = await scene.query({ expand_columns: deep });
    const shown = { text: "Hi", _ref: prompt };
    expect(call?.inputs).toEqual({
      evaluation: {
        model: { prompt: shown, parts: [{ prompt }, shown], _ref: model },
        _ref: evaluation,
      },
      // Its model is not expanded, so nothing inside is.
      direct: { model },
    });
  });

  test("keep their spelling, and so does the call around them", async () => {
    const ref = await scene.publish("n", null, '{"x": 1.0, "big": 123456789012345678901234567890}');
    const inputs = `{ "a":1.0,"\\u0072ef" : "${ref}" , "b":123456789012345678901}`;
    await scene.storeTexts(inputs, `"${ref.replaceAll("/", "\\/")}"`);
    const [, line] = await scene.lines({ expand_columns: ["inputs.ref", "output"] });
    const value = `{"big": 123456789012345678901234567890, "x": 1.0, "_ref": "${ref}"}`;
    expect(line).toContain(`:${value}`.slice(1));
    expect(line).toMatch(/"a":1\.0/);
    expect(line).toMatch(/"b":123456789012345678901[}]/);
    expect(line?.split('"x": 1.0').length).toBe(3);
  });

  test("of refs with paths are the values at their ends", async () => {
    const rows = await scene.publishDataset("ds", [{ q: "Why?" }, { q: "How?" }]);
    const list = await scene.publish("list", { items: ["a", { b: null }] });
    await scene.store([
      { inputs: { x: rows[0] } },
      { inputs: { x: `${rows[1]}/key/q` } },
      { inputs: { x: `${list}/attr/items/index/1` } },
      { inputs: { x: `${list}/attr/items/index/1/key/b` } },
    ]);
    const calls = await scene.query({ expand_columns: ["inputs.x"] });
    expect(calls.map(({ inputs }) => inputs["x"])).toEqual([
      { q: "Why?", _ref: rows[0] },
      "How?",
      { b: null, _ref: `${list}/attr/items/index/1` },
      // A value that is null leaves the ref.
      `${list}/attr/items/index/1/key/b`,
    ]);
  });

  test("keep a member _ref of their own, and an empty object gets one", async () => {
    const own = await scene.publish("own", { _ref: "mine", a: 1 });
    const empty = await scene.publish("empty", {});
    const inner = await scene.publish("inner", { a: { _ref: "inner" } });
    await scene.store([{ inputs: { own, empty, inner } }]);
    const [call] = await scene.query({
      expand_columns: ["inputs.own", "inputs.empty", "inputs.inner"],
    });
    expect(call?.inputs).toEqual({
      own: { _ref: "mine", a: 1 },
      empty: { _ref: empty },
      inner: { a: { _ref: "inner" }, _ref: inner },
    });
  });

  test("stand in a summary beside what the server derives", async () => {
    const ref = await scene.publish("o", { a: 1 });
    await scene.store([{ summary: { ref, weave: { own: ref } } }]);
    const [call] = await scene.query({ expand_columns: ["summary.ref", "summary.weave.own"] });
    expect(call?.summary).toMatchObject({
      ref: { a: 1, _ref: ref },
      weave: { status: "success", own: { a: 1, _ref: ref } },
    });
  });
});

describe("a ref stays a ref", () => {
  const digest = "RBNvo1WzZ4oRRq0W9XhknpT7T8If536DEMBg9hyqY4o";

  test("without a value that the key may see", async () => {
    const there = await scene.publish("o", { a: 1 });
    const gone = await scene.publish("gone", { a: 2 });
    await scene.markDeleted(gone);
    const foreign = await scene.publishElsewhere("o", { secret: 1 });
    const { project_id } = scene;
    const refs = [
      gone,
      foreign,
      `weave:///${project_id}/object/none:${digest}`,
      there.replace(/:[^:]*$/, ":latest"),
      there.replace(/:[^:]*$/, ":v0"),
      `${there}/attr/none`,
      `${there}/id/${digest}`,
      `${there}/attr`,
      `weave:///${project_id}/table/${digest}`,
      `weave:///${project_id}/call/c1`,
      "weave-private://///object/o:x",
      "weave:///",
      `${there}/key/${"x".repeat(70_000)}`,
    ];
    await scene.store(refs.map((x) => ({ inputs: { x, there } })));
    const calls = await scene.query({ expand_columns: ["inputs.x", "inputs.there"] });
    expect(calls.map(({ inputs }) => inputs["x"])).toEqual(refs);
    for (const { inputs } of calls) expect(inputs["there"]).toEqual({ a: 1, _ref: there });
  });

  test("inside a value, if it leads to nothing", async () => {
    const none = `weave:///${scene.project_id}/object/none:${digest}`;
    const around = await scene.publish("around", { none });
    await scene.store([{ inputs: { around } }]);
    const [call] = await scene.query({
      expand_columns: ["inputs.around", "inputs.around.none", "inputs.around.none.a"],
    });
    expect(call?.inputs).toEqual({ around: { none, _ref: around } });
  });

  test("in a value that is a ref itself", async () => {
    const end = await scene.publish("end", { a: 1 });
    const link = await scene.publish("link", end);
    await scene.store([{ inputs: { link } }]);
    const [call] = await scene.query({ expand_columns: ["inputs.link"] });
    expect(call?.inputs).toEqual({ link: end });
  });

  test("if the answer is not to show values", async () => {
    const ref = await scene.publish("o", { a: 1 });
    await scene.store([{ inputs: { ref } }]);
    const request = { expand_columns: ["inputs.ref"] };
    const hidden = await scene.query({ ...request, return_expanded_column_values: false });
    expect(hidden[0]?.inputs).toEqual({ ref });
    const shown = await scene.query({ ...request, return_expanded_column_values: null });
    expect(shown[0]?.inputs).toEqual({ ref: { a: 1, _ref: ref } });
  });

  test("in a payload that the answer does not show", async () => {
    const ref = await scene.publish("o", { a: 1 });
    await scene.store([{ inputs: { ref }, output: ref }]);
    const [call] = await scene.query({
      columns: ["output"],
      expand_columns: ["inputs.ref", "output"],
    });
    expect(call).toMatchObject({ inputs: {}, output: { a: 1, _ref: ref } });
  });
});

describe("a request", () => {
  test("in one piece expands, too", async () => {
    const ref = await scene.publish("o", { a: 1 });
    await scene.store([{ inputs: { ref } }]);
    const { body } = await scene.ask("/calls/query", { expand_columns: ["inputs.ref"] });
    expect(body).toMatchObject({ calls: [{ inputs: { ref: { a: 1, _ref: ref } } }] });
    const counted = await scene.ask("/calls/query_stats", { expand_columns: ["inputs.ref"] });
    expect(counted.body).toMatchObject({ count: 1 });
  });

  test.each([
    ["an unknown column", 422, ["nothing.a"], "Field nothing is not allowed"],
    ["too many", 400, Array.from({ length: 101 }, (_, at) => `inputs.a${at}`), "the limit is 100"],
    ["too long a path", 400, [`inputs.${"a".repeat(1_100)}`], "the limit is 1024"],
  ])("with %s is refused", async (_, status, expand_columns, reason) => {
    for (const path of ["/calls/stream_query", "/calls/query", "/calls/query_stats"]) {
      const answer = await scene.ask(path, { expand_columns });
      expect(answer).toMatchObject({
        status,
        body: { reason: expect.stringContaining(reason) as string },
      });
    }
  });

  test("takes columns that hold no refs, and escaped dots", async () => {
    const ref = await scene.publish("o", { "x.y": 1 });
    await scene.store([{ inputs: { "a.b": ref } }]);
    const [call] = await scene.query({ expand_columns: ["op_name", "inputs", "inputs.a\\.b"] });
    expect(call).toMatchObject({ op_name: "op", inputs: { "a.b": { "x.y": 1, _ref: ref } } });
  });
});

test("a thousand calls show the values of 300 objects", async () => {
  const refs: string[] = [];
  for (let at = 0; at < 300; at += 1) refs.push(await scene.publish("o", { at }));
  await scene.store(Array.from({ length: 1_000 }, (_, at) => ({ inputs: { o: refs[at % 300]! } })));
  const calls = await scene.query({ expand_columns: ["inputs.o"] });
  expect(calls.map(({ inputs }) => inputs["o"])).toEqual(
    Array.from({ length: 1_000 }, (_, at) => ({ at: at % 300, _ref: refs[at % 300] })),
  );
});
