import type { Inference, Training } from "@heddle/types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { everydayRequests } from "../../../inference/chat/testing/everyday-requests.ts";
import { ask, choiceOf, streamOf, type Members } from "../../../inference/testing/asking.ts";
import {
  chatServer,
  trainedName,
  type ChatServer,
} from "../../../inference/testing/chat-server.ts";
import { readingOf } from "../testing/read-turns.ts";
import { turnsOfHistory } from "./history-turns.ts";
import { joinTurns } from "./join-turns.ts";
import type { Turn } from "./turn.ts";

let server: ChatServer;
beforeAll(async () => {
  server = await chatServer();
});
afterAll(() => server[Symbol.asyncDispose]());

/** A conversation with the trained model over HTTP, as a client's program leads it. */
interface Conversation {
  /** Choices as they came, with the ids of prompt and answer. */
  readonly whole: Training.History;
  /** The same, as clients that read streams or convert answers keep it: log probabilities alone. */
  readonly kept: Training.History;
}

type Message = Extract<Training.ChatMessage, { readonly role: string }>;

/** Answers of the model to each message; behind a call comes the result of a tool. */
async function converse(
  messages: readonly Message[],
  tools: readonly Training.ChatTool[] | null,
  members: Members & { readonly seed: number },
): Promise<Conversation> {
  const items: Training.TrajectoryItem[] = [];
  const sent: Message[] = [];
  for (const [turn, message] of messages.entries()) {
    items.push(message);
    sent.push(message);
    if (message.role === "system") continue;
    const { seed } = members;
    const request = { model: trainedName, messages: sent, tools, max_tokens: 60, ...members };
    const choice = await answer({ ...request, seed: seed * 100 + turn });
    items.push(choice);
    sent.push(asSentBack(choice));
    for (const { id, function: called } of choice.message.tool_calls ?? []) {
      const result: Message = {
        role: "tool",
        tool_call_id: id,
        name: called.name,
        content: `{"result": ${turn}}`,
      };
      items.push(result);
      sent.push(result);
    }
  }
  const kept = items.map((item) =>
    "finish_reason" in item ? { ...item, token_ids: null, prompt_token_ids: null } : item,
  );
  const offered = tools === null ? null : [...tools];
  return {
    whole: { messages_and_choices: items, tools: offered },
    kept: { messages_and_choices: kept, tools: offered },
  };
}

type SentChoice = Inference.ChatChoice & Training.TrainableChoice;

async function answer(request: Members): Promise<SentChoice> {
  const got = await ask(server, request);
  if (request["stream"] !== true) return choiceOf(got);
  const { chunks } = streamOf(got);
  const pieces = chunks.flatMap(({ choices }) => choices);
  return {
    index: 0,
    finish_reason: pieces.at(-1)!.finish_reason ?? "stop",
    message: {
      role: "assistant",
      content: pieces.map(({ delta }) => delta.content ?? "").join(""),
    },
    logprobs: { content: pieces.flatMap(({ logprobs }) => logprobs?.content ?? []) },
    token_ids: pieces.flatMap(({ token_ids: ids }) => ids ?? []),
    prompt_token_ids: chunks[0]!.prompt_token_ids!,
  };
}

/** What the client's own conversion makes of a choice for the next request. */
function asSentBack({ message }: SentChoice): Message {
  const calls = message.tool_calls ?? [];
  return {
    role: "assistant",
    content: message.content ?? "",
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

async function turnsOf(history: Training.History): Promise<readonly Turn[]> {
  const text = server.engine.text("heddle/loom");
  const { turns } = await turnsOfHistory(history, "h", await readingOf(text));
  return turns;
}

/** The same turns from log probabilities alone as from the ids that the server told. */
async function expectSameTurns({ whole, kept }: Conversation): Promise<readonly Turn[]> {
  const wanted = await turnsOf(whole);
  const found = await turnsOf(kept);
  const plain = (turns: readonly Turn[]): unknown =>
    turns.map((turn) => ({ ...turn, prompt: Array.from(turn.prompt ?? []) }));
  expect(plain(found)).toEqual(plain(wanted));
  return wanted;
}

const user = (content: string): Message => ({ role: "user", content });
const system = (content: string): Message => ({ role: "system", content });
const parts = {
  role: "user",
  content: [
    { type: "text", text: "say" },
    { type: "text", text: "hi" },
  ],
};

const conversations: readonly (readonly [string, readonly Message[]])[] = [
  ["one question", [user("hello")]],
  ["behind a system prompt", [system("You are kind."), user("hello")]],
  [
    "several turns",
    [user("my name is Ann"), user("what is my name?"), user("is 3 larger than 2?")],
  ],
  ["parts, and letters of several bytes", [parts as Message, user("grüße 👋"), user("…")]],
];

describe("a prompt rendered again is the one that was served", () => {
  it.each(conversations)("%s", async (_says, messages) => {
    for (const seed of [1, 2, 3]) {
      const turns = await expectSameTurns(await converse(messages, null, { seed }));
      expect(turns).toHaveLength(messages.filter(({ role }) => role === "user").length);
    }
  });

  it("with tools, calls and their results", async () => {
    let called = 0;
    for (const [seed, [request, tools]] of everydayRequests.entries()) {
      const messages = [
        ...(seed % 2 === 0 ? [] : [system("Be brief.")]),
        user(request),
        user("and now?"),
      ];
      const conversation = await converse(messages, tools, { seed });
      await expectSameTurns(conversation);
      const roles = conversation.whole.messages_and_choices.map(
        (item) => "role" in item && item.role,
      );
      if (roles.includes("tool")) called += 1;
    }
    // Unless the model calls its tools, this shows nothing.
    expect(called).toBeGreaterThan(5);
  });

  it("of a stream", async () => {
    const messages = [user("hello"), user("my name is Ann")];
    const turns = await expectSameTurns(await converse(messages, null, { seed: 1, stream: true }));
    expect(turns).toHaveLength(2);
  });
});

it("an answer that the model ended, and what follows it, are one sequence", async () => {
  const conversation = await converse([user("hello"), user("is 3 larger than 2?")], null, {
    seed: 1,
  });
  const { sequences } = joinTurns(await turnsOf(conversation.kept));
  expect(sequences).toHaveLength(1);
  const text = server.engine.text("heddle/loom");
  const [{ tokens, mask }] = sequences as [(typeof sequences)[0]];
  expect(await text.decode(tokens)).toMatch(
    /^<\|im_start\|>user\nhello<\|im_end\|>\n<\|im_start\|>assistant\n[^<]+<\|im_end\|>\n<\|im_start\|>user\n/,
  );
  const written = await text.decode(tokens.filter((_token, at) => mask[at] === 1));
  expect(written).toMatch(/^[^<]+<\|im_end\|>(Yes|No)[^<]+<\|im_end\|>$/);
});

it("trajectories that begin alike have one prompt, and others their own", async () => {
  const { prompts } = await readingOf(server.engine.text("heddle/loom"));
  const tools = everydayRequests[0]![1];
  const opening = await prompts.of([user("hello")], null);
  expect(await prompts.of([user("hello")], null)).toBe(opening);
  const others = [
    await prompts.of([user("hullo")], null),
    await prompts.of([user("hello")], tools),
    await prompts.of([system("Be kind."), user("hello")], null),
  ];
  const texts = await Promise.all(
    others.map((one) => server.engine.text("heddle/loom").decode(one!)),
  );
  expect(texts[0]).toContain("hullo");
  expect(texts[1]).toContain("tools:\n");
  expect(texts[2]).toContain("Be kind.");
});
