import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, choiceOf, completionOf, type Members, streamOf, textOf } from "../testing/asking.ts";
import { type ChatServer, chatServer } from "../testing/chat-server.ts";
import { writeTinyModel } from "../testing/tiny-models.ts";

// Item 56 of the checklist in inference-api §13, and marks that a tokenizer flags as special.

const start = { id: 258, content: "<|endoftext|>" };
const mark = { id: 259, content: "<tool_call>" };
const model = "test/special";
/** The same model, which is said to mark its calls. */
const marking = "test/marking";

let server: ChatServer;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "heddle-special-"));
  const special = (content: string) => ({ SpecialToken: { id: content, type_id: 0 } });
  const sequence = { Sequence: { id: "A", type_id: 0 } };
  writeTinyModel(join(folder, "model"), {
    tokenizer: (file) => ({
      ...file,
      added_tokens: file.added_tokens.map((token) =>
        token.id === mark.id ? { ...token, content: mark.content } : token,
      ),
      post_processor: {
        type: "TemplateProcessing",
        single: [special(start.content), sequence],
        pair: [special(start.content), sequence],
        special_tokens: {
          [start.content]: { id: start.content, ids: [start.id], tokens: [start.content] },
        },
      },
    }),
  });
  const models = [model, marking].map((name) => `${name}=${join(folder, "model")}`);
  server = await chatServer({
    env: { HEDDLE_MODELS: models.join(","), HEDDLE_MODELS_MARKING_CALLS: marking },
  });
});

afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

test("56: special tokens of the tokenizer count where they are asked for", async () => {
  const members = { model, max_tokens: 1, return_token_ids: true };
  const plain = completionOf(await ask(server, members));
  const special = completionOf(await ask(server, { ...members, add_special_tokens: true }));
  expect(special.prompt_token_ids).toEqual([start.id, ...(plain.prompt_token_ids ?? [])]);
  expect(special.usage.prompt_tokens).toBe(plain.usage.prompt_tokens + 1);
});

const marks = { model, allowed_token_ids: [mark.id], max_tokens: 3 };
const tools: Members = { tools: [{ type: "function", function: { name: "f" } }] };

test("a special token that marks a call is text for who reads calls, and for nobody else", async () => {
  expect(choiceOf(await ask(server, marks)).message.content).toBe("");
  const none = { ...marks, ...tools, tool_choice: "none" };
  expect(choiceOf(await ask(server, none)).message.content).toBe("");
  // Three marks without a call behind them are no call.
  const offered = { ...marks, ...tools };
  expect(choiceOf(await ask(server, offered)).message.content).toBe(mark.content.repeat(3));
  expect(textOf(streamOf(await ask(server, { ...offered, stream: true })))).toBe(
    mark.content.repeat(3),
  );
});

test("other special tokens are skipped while tools are offered", async () => {
  const padded = { ...marks, ...tools, allowed_token_ids: [256] };
  expect(choiceOf(await ask(server, padded)).message.content).toBe("");
  const shown = choiceOf(await ask(server, { ...padded, skip_special_tokens: false }));
  expect(shown.message.content).toBe("<|im_start|>".repeat(3));
});

test("a model that marks its calls begins none where no tools are offered", async () => {
  const biased = { logit_bias: { [mark.id]: 100 }, max_tokens: 5, skip_special_tokens: false };
  const free = choiceOf(await ask(server, { ...biased, model })).message.content;
  expect(free).toBe(mark.content.repeat(5));
  const held = choiceOf(await ask(server, { ...biased, model: marking })).message.content;
  expect(held).not.toContain(mark.content);
});
