import { completionsOf, type SamplingTarget } from "@heddle/engine";
import type { Inference } from "@heddle/types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServedModel } from "../models/served-model.ts";
import { joined, parts, type ReadAnswer } from "./answer/testing/read-answer.ts";
import { readOutputWish } from "./output-wish.ts";
import { planOutput, type OutputPlan } from "./plan-output.ts";
import { OpenedLoom } from "./testing/opened-loom.ts";

type Fields = Partial<Inference.ChatCompletionRequest>;

let loom: OpenedLoom;
let model: ServedModel;
beforeAll(async () => {
  loom = await OpenedLoom.open();
  model = await loom.model();
});
afterAll(() => loom.close());

const wish = (fields: Fields) => readOutputWish({ model: "m", messages: [], ...fields });
const plan = (
  fields: Fields,
  {
    prompt = "",
    reasons = false,
    ...changes
  }: Partial<ServedModel> & {
    readonly prompt?: string;
    readonly reasons?: boolean;
  } = {},
): OutputPlan => planOutput(wish(fields), { model: { ...model, ...changes }, prompt, reasons });

const parameters = {
  type: "object",
  properties: { city: { type: "string", maxLength: 8 } },
  required: ["city"],
};
const weather: Inference.ChatTool = { function: { name: "get_weather", parameters } };
const time: Inference.ChatTool = { function: { name: "get_time" } };
const tools = [weather, time];
const named = { type: "function", function: { name: "get_weather" } } as const;
const schema = { type: "object", properties: { a: { type: "integer" } }, required: ["a"] };
const json = { type: "json_schema", json_schema: { name: "a", schema } } as const;
const regex = { regex: "(yes|no)" };

describe("what is held to, and what is excluded", () => {
  it.each<[string, Fields, Partial<ServedModel>, Partial<OutputPlan>]>([
    ["nothing on a trained model", {}, { isTrained: true }, {}],
    ["nothing of a trained model's calls", { tools }, { isTrained: true }, { toolMode: "auto" }],
    ["nothing where calls are not marked", { tools }, { marksCalls: false }, { toolMode: "auto" }],
    ["nothing without tools where calls are not marked", {}, { marksCalls: false }, {}],
    ["no call without tools", {}, {}, { excluded: ["<tool_call>"] }],
    [
      "no call where none may be made",
      { tools, tool_choice: "none" },
      {},
      { excluded: ["<tool_call>"] },
    ],
    [
      "nothing excluded on a trained model",
      { tools, tool_choice: "none" },
      { isTrained: true },
      {},
    ],
    [
      "nothing excluded inside of a form",
      { structured_outputs: regex },
      { isTrained: true },
      {
        constraint: { kind: "regex", pattern: "(yes|no)" },
        constraintParam: "structured_outputs.regex",
      },
    ],
    [
      "a form as it is",
      { structured_outputs: regex },
      {},
      {
        constraint: { kind: "regex", pattern: "(yes|no)" },
        constraintParam: "structured_outputs.regex",
      },
    ],
  ])("%s", (_name, fields, changes, expected) => {
    const { readers: _readers, marks: _marks, ...found } = plan(fields, changes);
    const marks = changes.marksCalls !== false && changes.isTrained !== true;
    const none = { excluded: [], toolMode: "none", hidesReasoning: false, wholeCharacters: marks };
    expect(found).toEqual({ ...none, ...expected });
  });

  it("no call, however much the model wants one", async () => {
    const { excluded, wholeCharacters } = plan({});
    const prompt = await model.text.encode("x");
    const mark = await model.text.encode("<tool_call>");
    const logitBias = new Map(Array.from(mark, (token) => [token, 100] as const));
    const written = async (rules: object): Promise<string> => {
      const request = { prompt, maxTokens: 20, temperature: 0, logitBias, ...rules };
      const [{ tokens }] = await completionsOf(loom.engine.sample(model.target, request));
      return await model.text.decode(tokens);
    };
    expect(await written({})).toContain("<tool_call>");
    const kept = await written({ excludedTexts: excluded, wholeCharacters });
    expect(kept).not.toContain("<tool_call>");
  });

  it("the grammar of calls is nobody's wish", () => {
    expect(plan({ tools })).toMatchObject({ constraint: { kind: "structural_tag" } });
    expect(plan({ tools })).not.toHaveProperty("constraintParam");
  });

  it("more tools than a grammar can have are left free, and none is refused", () => {
    const many = Array.from({ length: 1001 }, (_, at) => ({ function: { name: `tool_${at}` } }));
    expect(plan({ tools: many })).not.toHaveProperty("constraint");
  });

  it.each<Fields>([
    { tools, tool_choice: "required" },
    { tools, tool_choice: named },
  ])("a demanded call holds for every model", (fields) => {
    const found = plan(fields, { isTrained: true, marksCalls: false });
    expect(found).toMatchObject({ constraintParam: "tool_choice", excluded: [] });
  });

  it("C7: no form beside a named tool", () => {
    const refused = () => wish({ tools, tool_choice: named, structured_outputs: regex });
    expect(refused).toThrow(/tool_choice names a function/);
    expect(refused).toThrow(expect.objectContaining({ param: "tool_choice" }));
  });
});

describe("reasoning", () => {
  it.each<[string, Fields, boolean, string, Partial<ReadAnswer>]>([
    ["is taken off", {}, true, "", { reasoning: "a", content: "b" }],
    ["is content of a model that does not reason", {}, false, "", { content: "<think>a</think>b" }],
    ["is not shown", { include_reasoning: false }, true, "", { reasoning: "", content: "b" }],
    ["was opened by the prompt", {}, true, "<think>\n", { reasoning: "a", content: "b" }],
    [
      "was closed by the prompt",
      {},
      true,
      "<think>\n\n</think>\n\n",
      { content: "<think>a</think>b" },
    ],
  ])("%s", (_name, fields, reasons, prompt, expected) => {
    const { readers, hidesReasoning } = plan(fields, { reasons, prompt });
    expect(hidesReasoning).toBe(reasons && fields.include_reasoning === false);
    expect(joined(parts(readers(), ["<think>a</think>b"]))).toMatchObject(expected);
  });

  it("leaves no room for itself where it is hidden and there is a form", () => {
    const found = plan(
      { structured_outputs: regex, include_reasoning: false },
      { reasons: true, prompt: "<think>" },
    );
    expect(found.constraint).toEqual({ kind: "regex", pattern: "(yes|no)" });
    expect(joined(parts(found.readers(), ["yes"]))).toMatchObject({ content: "yes" });
  });
});

const forms: readonly [string, Fields][] = [
  ["JSON", { response_format: { type: "json_object" } }],
  ["a schema", { response_format: json }],
  ["a pattern", { structured_outputs: regex }],
  ["choices", { structured_outputs: { choice: ["a", "ab", 'c "\\', "d\n", "é"] } }],
  ["a grammar", { structured_outputs: { grammar: 'root ::= "a" [b-c]*' } }],
  [
    "sections",
    {
      response_format: {
        type: "structural_tag",
        structures: [{ begin: "<a>", schema, end: "</a>" }],
        triggers: ["<a"],
      },
    },
  ],
];
const choices: readonly [string, Fields][] = [
  ["no tools", {}],
  ["tools", { tools }],
  ["tools, one call", { tools, parallel_tool_calls: false }],
  ["a call", { tools, tool_choice: "required" }],
  ["exactly one call", { tools, tool_choice: "required", parallel_tool_calls: false }],
];
const combinations = choices.flatMap(([name, fields]) => [
  [name, fields] as const,
  ...forms.map(([form, more]) => [`${name} and ${form}`, { ...fields, ...more }] as const),
]);

describe("the engine takes every combination", () => {
  it.each([...combinations, ["a named tool", { tools, tool_choice: named }] as const])(
    "%s",
    async (_name, fields) => {
      for (const prompt of ["", "<think>\n", "<think>\n\n</think>\n\n"]) {
        for (const marksCalls of [true, false]) {
          const { constraint } = plan(fields, { prompt, reasons: true, marksCalls });
          if (constraint === undefined) continue;
          const request = { prompt: Int32Array.of(1), maxTokens: 1, constraint };
          const [answer] = await completionsOf(loom.engine.sample(model.target, request));
          expect(answer.tokens).toHaveLength(1);
        }
      }
    },
  );
});

describe("a model that reasons", () => {
  const opening = "<|im_start|>user\nthink<|im_end|>\n<|im_start|>assistant\n";
  const thought = "<think>\nHm.\n</think>\n\n";
  const call = '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Rome"}}\n</tool_call>';
  let target: SamplingTarget;
  beforeAll(async () => {
    target = await loom.trained("thinker", opening, `${thought}maybe<|im_end|>`);
  });

  async function answer(fields: Fields, prompt = opening): Promise<ReadAnswer> {
    const { constraint, readers } = plan(fields, { reasons: true, prompt, isTrained: true });
    const tokens = await model.text.encode(prompt);
    const request = { prompt: tokens, maxTokens: 300, temperature: 0 };
    const sampled = loom.engine.sample(target, { ...request, ...(constraint && { constraint }) });
    const [completion] = await completionsOf(sampled);
    const text = await model.text.decode(completion.tokens, { skipSpecialTokens: true });
    return joined(parts(readers(), Array.from(text)));
  }

  it("thinks, and answers", async () => {
    expect(await answer({})).toEqual({ reasoning: "Hm.", content: "maybe", calls: [] });
  });

  it.each<[string, Fields, RegExp]>([
    ["a pattern", { structured_outputs: regex }, /^(yes|no)$/],
    ["choices", { structured_outputs: { choice: ["yes", "no"] } }, /^(yes|no)$/],
    ["a grammar", { structured_outputs: { grammar: 'root ::= "yes" | "no"' } }, /^(yes|no)$/],
    ["a schema", { response_format: json }, /^\{"a": -?\d+\}$/],
  ])("is held to %s behind its thought alone", async (_name, fields, content) => {
    for (const prompt of [opening, `${opening}<think>\n`]) {
      expect(await answer(fields, prompt)).toEqual({
        reasoning: "Hm.",
        content: expect.stringMatching(content),
        calls: [],
      });
    }
  });

  it("is held from the first token on where its thought is not shown", async () => {
    const fields = { structured_outputs: regex, include_reasoning: false };
    expect(await answer(fields)).toMatchObject({ content: expect.stringMatching(/^(yes|no)$/) });
  });

  it.each<[string, Fields]>([
    ["required", { tools: [weather], tool_choice: "required", parallel_tool_calls: false }],
    ["named", { tools, tool_choice: named }],
  ])("makes a call behind its thought that is %s", async (_name, fields) => {
    const found = await answer(fields);
    expect(found).toMatchObject({ reasoning: "Hm.", content: "" });
    expect(found.calls).toMatchObject([{ name: "get_weather" }]);
    expect(Object.keys(JSON.parse(found.calls[0]!.arguments) as object)).toEqual(["city"]);
  });

  it("may call in place of a content that has a form", async () => {
    target = await loom.trained("caller", opening, `${thought}${call}<|im_end|>`);
    expect(await answer({ tools, response_format: json })).toEqual({
      reasoning: "Hm.",
      content: "",
      calls: [{ name: "get_weather", arguments: '{"city": "Rome"}' }],
    });
  });
});
