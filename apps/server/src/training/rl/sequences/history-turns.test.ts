import type { BaseText } from "@heddle/engine";
import type { Training } from "@heddle/types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OpenedLoom } from "../../../inference/chat/testing/opened-loom.ts";
import { JobFailure } from "../../jobs/job-work.ts";
import { readingOf } from "../testing/read-turns.ts";
import { turnsOfHistory } from "./history-turns.ts";
import type { Turn } from "./turn.ts";

let loom: OpenedLoom;
let text: BaseText;
beforeAll(async () => {
  loom = await OpenedLoom.open();
  text = loom.engine.text("heddle/loom");
});
afterAll(() => loom.close());

type Members = Partial<Training.TrainableChoice>;
type Items = Training.TrajectoryItems;

const question: Training.TrajectoryItem = { role: "user", content: "hi" };
const choice = (members: Members): Training.TrainableChoice => ({
  finish_reason: "stop",
  index: 0,
  message: { role: "assistant", content: "yo" },
  ...members,
});
const entry = (
  token: string,
  logprob = -0.5,
  bytes: number[] | null = null,
): Training.TokenLogprob => ({ token, logprob, bytes, top_logprobs: [] });
const ofIds = (...ids: number[]): Members => ({
  logprobs: { content: ids.map((id) => entry(`token_id:${id}`)) },
});
const rendered = "<|im_start|>user\nhi<|im_end|>\n<|im_start|>assistant\n";

async function turnsOf(
  items: Items,
  { trainsUnrecorded = false, tools = null as Training.History["tools"] } = {},
): Promise<readonly Turn[]> {
  const history = { messages_and_choices: items, tools: tools ?? null };
  return (await turnsOfHistory(history, "h", await readingOf(text, trainsUnrecorded))).turns;
}

const prompts = (turns: readonly Turn[]): Promise<string[]> =>
  Promise.all(turns.map(({ prompt }) => text.decode(prompt!)));

describe("where the tokens of a turn come from", () => {
  // The built-in model writes letters as bytes: "y" is 121, "o" 111.
  const sources: readonly (readonly [string, Members, number[], string])[] = [
    [
      "ids that it tells",
      { ...ofIds(9, 9), token_ids: [121, 111], prompt_token_ids: [104, 105] },
      [121, 111],
      "hi",
    ],
    ["ids in its log probabilities", ofIds(121, 111), [121, 111], rendered],
    [
      "its own ids behind a prompt that it does not tell",
      { ...ofIds(1, 2), token_ids: [121, 111] },
      [121, 111],
      rendered,
    ],
    ["no prompt is none that it tells", { ...ofIds(121), prompt_token_ids: [] }, [121], rendered],
    [
      "texts in its log probabilities",
      { logprobs: { content: [entry("y"), entry("o")] } },
      [121, 111],
      rendered,
    ],
    [
      "bytes count before texts",
      { logprobs: { content: [entry("�", -1, [121])] } },
      [121],
      rendered,
    ],
    [
      "special tokens by their text",
      { logprobs: { content: [entry("y"), entry("<|im_end|>")] } },
      [121, -1],
      rendered,
    ],
    [
      "a refusal, where there is no content",
      { logprobs: { content: [], refusal: [entry("n")] } },
      [110],
      rendered,
    ],
    [
      "a refusal, where content is null",
      { logprobs: { content: null, refusal: [entry("n")] } },
      [110],
      rendered,
    ],
  ];
  it.each(sources)("%s", async (_says, members, completion, prompt) => {
    const turns = await turnsOf([question, choice(members)]);
    const [end] = (await text.vocabulary()).endTokens;
    expect(turns.map((turn) => turn.completion)).toEqual([
      completion.map((id) => (id === -1 ? end : id)),
    ]);
    expect(await prompts(turns)).toEqual([prompt]);
  });

  it("log probabilities go with them; the stand-in for minus infinity is none", async () => {
    const logprobs = { content: [entry("y", -0.25), entry("o", -9999)] };
    const [turn] = await turnsOf([question, choice({ logprobs })]);
    expect(turn!.logprobs).toEqual([-0.25, Number.NaN]);
  });

  it("tools stand in the prompt, and earlier turns as they are sent back", async () => {
    const call = {
      id: "c",
      type: "function" as const,
      function: { name: "add", arguments: '{"a":1}' },
    };
    const first = choice({
      ...ofIds(121),
      message: { role: "assistant", content: null, reasoning: "hm", tool_calls: [call] },
    });
    const result = { role: "tool", tool_call_id: "c", name: "add", content: "2" } as const;
    const tools: Training.ChatTool[] = [
      {
        type: "function",
        function: {
          name: "add",
          parameters: { type: "object", properties: { a: { type: "number" } } },
        },
      },
    ];
    const turns = await turnsOf([question, first, result, choice(ofIds(111))], { tools });
    const opening = "<|im_start|>system\ntools:\nadd(a?: number)<|im_end|>\n" + rendered;
    expect(await prompts(turns)).toEqual([
      opening,
      `${opening}<tool_call>\n{"name": "add", "arguments": {"a": 1}}\n</tool_call><|im_end|>\n` +
        "<|im_start|>tool\n2<|im_end|>\n<|im_start|>assistant\n",
    ]);
  });

  it("a prompt that cannot fit the model is none", async () => {
    const long = { role: "user", content: "many words ".repeat(100_000) } as const;
    expect(await turnsOf([long, choice(ofIds(121))])).toMatchObject([{ prompt: null }]);
  });
});

describe("turns without log probabilities", () => {
  const unrecorded: readonly Members[] = [
    {},
    { logprobs: null },
    { logprobs: { content: null } },
    { logprobs: { content: [], refusal: [] } },
    { token_ids: [121, 111], prompt_token_ids: [104] },
  ];
  it.each(unrecorded)("%j is context only, and counted", async (members) => {
    const items = [question, choice(members), question, choice(ofIds(121))];
    const history = { messages_and_choices: items, tools: null };
    const found = await turnsOfHistory(history, "h", await readingOf(text));
    expect(found.turns).toHaveLength(1);
    expect(found.unrecorded).toBe(1);
    expect((await prompts(found.turns))[0]).toContain("assistant\nyo<|im_end|>");
  });

  const allowed: readonly (readonly [string, Training.TrajectoryItem, number[][]])[] = [
    ["a choice with ids", choice({ token_ids: [1, 2] }), [[1, 2]]],
    ["a choice with text alone", choice({}), [[121, 111]]],
    ["a message of the assistant", { role: "assistant", content: "yo" }, [[121, 111]]],
    ["its parts", { role: "assistant", content: [{ type: "text", text: "y" }] }, [[121]]],
    ["an answer of no words", choice({ message: { role: "assistant", content: null } }), []],
    ["no ids at all", choice({ token_ids: [] }), []],
    ["the user is not trained", { role: "user", content: "yo" }, []],
  ];
  it.each(allowed)("trained where that is allowed: %s", async (_says, item, completions) => {
    const turns = await turnsOf([question, item], { trainsUnrecorded: true });
    expect(turns.map(({ completion }) => completion)).toEqual(completions);
    for (const { logprobs } of turns) expect(logprobs.every(Number.isNaN)).toBe(true);
    if (turns.length > 0) expect(await prompts(turns)).toEqual([rendered]);
  });

  it("messages of the assistant are context where it is not allowed", async () => {
    expect(await turnsOf([question, { role: "assistant", content: "yo" }])).toEqual([]);
  });
});

describe("what cannot be trained on says where and why", () => {
  const call = { id: "c", type: "function" as const, function: { name: "f", arguments: "{}" } };
  const picture = { role: "user", content: [{ type: "image_url", image_url: { url: "x" } }] };
  const rows: readonly (readonly [string, Items, RegExp])[] = [
    [
      "ids and log probabilities of other lengths",
      [question, choice({ ...ofIds(1), token_ids: [1, 2] })],
      /^h\.messages_and_choices\[1\]: there are 2 token_ids and 1 log probabilities/,
    ],
    [
      "a text that is no token",
      [question, choice({ logprobs: { content: [entry("no such token")] } })],
      /^h\.messages_and_choices\[1\]\.logprobs\.content\[0\]\.token is "no such token"/,
    ],
    [
      "an id that is no token",
      [question, choice(ofIds(1, 99_999))],
      /^h\.messages_and_choices\[1\]: token 1 is 99999, and the model has tokens from 0 to \d+\.$/,
    ],
    [
      "such an id in a prompt",
      [question, choice({ ...ofIds(1), prompt_token_ids: [-1] })],
      /^h\.messages_and_choices\[1\]\.prompt_token_ids 0 is -1/,
    ],
    [
      "a log probability that is no number",
      [question, choice({ logprobs: { content: [entry("y", Number.NaN)] } })],
      /logprobs\.content\[0\]\.logprob is no finite number/,
    ],
    [
      "calls without tokens",
      [question, { role: "assistant", content: null, tool_calls: [call] }],
      /^h\.messages_and_choices\[1\] has tool_calls and neither token_ids nor log probabilities/,
    ],
    [
      "a picture",
      [picture as Training.TrajectoryItem, choice(ofIds(1))],
      /^h\.messages_and_choices\[1\]: messages\.0\.content\.0 is a picture/,
    ],
  ];
  it.each(rows)("%s", async (_says, items, message) => {
    const failure = await turnsOf(items, { trainsUnrecorded: true }).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(JobFailure);
    expect((failure as JobFailure).message).toMatch(message);
  });

  it("an engine that is gone is no fault of the data", async () => {
    const reading = await readingOf(text, false, AbortSignal.abort());
    const history = { messages_and_choices: [question, choice(ofIds(1))], tools: null };
    await expect(turnsOfHistory(history, "h", reading)).rejects.toMatchObject({
      kind: "cancelled",
    });
  });
});
