import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Template } from "@huggingface/jinja";
import { Tokenizer } from "@huggingface/tokenizers";
import fc from "fast-check";
import { expect, it } from "vitest";
import { ChatForm } from "../../loom/chat-tokens.ts";
import { trainingConversation } from "../../loom/curriculum.ts";
import { Random } from "../../loom/text/random.ts";
import { loomFolder } from "../loom.ts";

const read = (name: string): string => readFileSync(join(loomFolder, name), "utf8");
const tokenizer = new Tokenizer(
  JSON.parse(read("tokenizer.json")),
  JSON.parse(read("tokenizer_config.json")),
);
const form = new ChatForm(join(loomFolder, "tokenizer.json"));
const template = new Template(read("chat_template.jinja"));

function tokensOf(text: string): number[] {
  return tokenizer.encode(text, { add_special_tokens: false }).ids;
}

it("renders with its template what it was trained on, byte for byte", () => {
  const random = new Random(5);
  for (let index = 0; index < 1500; index += 1) {
    const chat = trainingConversation(random, 0.9);
    const tools = chat.tools.length > 0 ? { tools: chat.tools } : {};
    const whole = template.render({ messages: chat.messages, ...tools });
    expect(tokensOf(whole)).toEqual([...form.tokens(chat).tokens, 10]);
    const before = { messages: chat.messages.slice(0, -1), tools: chat.tools };
    const prompt = template.render({
      messages: before.messages,
      ...tools,
      add_generation_prompt: true,
    });
    expect(tokensOf(prompt)).toEqual([...form.promptTokens(before)]);
  }
});

it("renders what clients send beside that: parts, arguments as text, loose tools, developers", () => {
  const rendered = template.render({
    messages: [
      {
        role: "developer",
        content: [
          { type: "text", text: "Be " },
          { type: "text", text: "brief." },
        ],
      },
      { role: "user", content: "open the door" },
      {
        role: "assistant",
        content: null,
        tool_calls: [
          { type: "function", function: { name: "open", arguments: '{"door":1}' } },
          { type: "function", function: { name: "look", arguments: {} } },
        ],
      },
      { role: "tool", tool_call_id: "1", content: "done" },
    ],
    tools: [
      { type: "function", function: { name: "look" } },
      {
        name: "open",
        parameters: {
          type: "object",
          properties: {
            door: { type: "integer" },
            key: { type: ["string", "null"] },
            mode: { enum: [1] },
          },
          required: ["door"],
        },
      },
    ],
    add_generation_prompt: true,
  });
  expect(rendered).toBe(
    [
      "<|im_start|>system\nBe brief.\n\ntools:\nlook()\nopen(door: integer, key?: string|null, mode?)<|im_end|>",
      "<|im_start|>user\nopen the door<|im_end|>",
      '<|im_start|>assistant\n<tool_call>\n{"name": "open", "arguments": {"door":1}}\n</tool_call>',
      '<tool_call>\n{"name": "look", "arguments": {}}\n</tool_call><|im_end|>',
      "<|im_start|>tool\ndone<|im_end|>",
      "<|im_start|>assistant\n",
    ].join("\n"),
  );
});

it("gives text as tokens and back, letters beyond ASCII as their bytes", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
      const options = { skip_special_tokens: false, clean_up_tokenization_spaces: false };
      if (text !== "") expect(tokenizer.decode(tokensOf(text), options)).toBe(text);
    }),
  );
  expect(tokensOf("ü语")).toEqual([...new TextEncoder().encode("ü语")]);
});

it("keeps digits and white space alone, and words the same in all places", () => {
  expect(tokensOf("1024\n 7")).toEqual([...new TextEncoder().encode("1024\n 7")]);
  const paris = tokensOf("Paris");
  expect(tokensOf("in Paris")).toEqual([...tokensOf("in"), 32, ...paris]);
  expect(tokensOf(' "Paris"')).toEqual([...tokensOf(' "'), ...paris, 34]);
});

it("knows its added tokens by their ids", () => {
  const added = "<|im_start|><|im_end|><|endoftext|><|pad|><tool_call></tool_call>";
  expect(tokensOf(added)).toEqual([256, 257, 258, 259, 260, 261]);
  expect(tokensOf("<|im_stark|>")).not.toContain(256);
});
