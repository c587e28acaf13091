import { stubApp } from "@heddle/stub";
import { describe, expect, test } from "vitest";
import { post, unset, user } from "./client-bodies.ts";

// Bodies as real clients send them, without types of this repository: models written whole with a
// null for every unset member, members of their own, members of an earlier answer.
const app = stubApp();
const call = { id: "call_1", type: "function", function: { name: "weather", arguments: "{}" } };
const tool = { role: "tool", tool_call_id: "call_1", name: "weather", content: "11 °C" };

const conversations: readonly (readonly [string, readonly object[]])[] = [
  [
    "an answer with a call, sent back as it came",
    [
      user,
      {
        role: "assistant",
        content: null,
        ...unset,
        tool_calls: [call],
        reasoning: null,
        reasoning_content: null,
      },
      tool,
    ],
  ],
  [
    "an answer without calls, every member written",
    [user, { role: "assistant", content: "11 °C", ...unset, tool_calls: null, reasoning: null }],
  ],
  ["an empty answer", [user, { role: "assistant", content: null, ...unset, tool_calls: null }]],
  [
    "a gateway's answer",
    [
      user,
      {
        role: "assistant",
        content: null,
        tool_calls: [{ ...call, index: 0 }],
        function_call: null,
        provider_specific_fields: { a: 1 },
      },
      tool,
    ],
  ],
  [
    "thoughts among the parts",
    [
      user,
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "Rain?" },
          { type: "text", text: "Yes" },
        ],
      },
    ],
  ],
  [
    "parts with members of a cache",
    [
      {
        role: "system",
        content: [{ type: "text", text: "Hi", cache_control: { type: "ephemeral" } }],
      },
      user,
    ],
  ],
  ["names that are null", [{ ...user, name: null }]],
  ["a role that only a template knows", [{ role: "critic", content: "Hm" }, user]],
  [
    "channels",
    [
      {
        author: { role: "user", name: null },
        content: [{ text: "Hi" }],
        channel: null,
        recipient: null,
      },
    ],
  ],
];

const requests: readonly (readonly [string, object])[] = [
  [
    "members that only other servers know",
    {
      metadata: { a: "b" },
      store: true,
      service_tier: "auto",
      verbosity: "low",
      safety_identifier: "x",
      prompt_cache_key: "x",
      thinking_token_budget: -1,
    },
  ],
  [
    "null for what may be null",
    {
      temperature: null,
      top_p: null,
      n: null,
      stop: null,
      seed: null,
      logprobs: null,
      top_logprobs: null,
      tools: null,
      tool_choice: null,
      response_format: null,
      stream: null,
      stream_options: null,
      user: null,
      logit_bias: null,
      max_tokens: null,
      max_completion_tokens: null,
      parallel_tool_calls: null,
      reasoning_effort: null,
    },
  ],
  [
    "members of their own inside",
    {
      tools: [
        {
          type: "function",
          x: 1,
          function: { name: "f", x: 1, description: null, parameters: null, strict: null },
        },
      ],
      tool_choice: { type: "function", x: 1, function: { name: "f", x: 1 } },
    },
  ],
  [
    "the flags of a trainer",
    {
      temperature: 1,
      return_token_ids: true,
      return_tokens_as_token_ids: true,
      chat_template_kwargs: { enable_thinking: false },
    },
  ],
];

const chats = ["/inference/v1/chat/completions", "/training/v1/chat/completions/"];

describe.each(chats)("%s takes", (path) => {
  test.each(conversations)("%s", async (_name, messages) => {
    const response = await app.request(path, post({ model: "m", messages }));
    expect([response.status, await response.text()]).toEqual([200, expect.anything()]);
  });

  test.each(requests)("%s", async (_name, members) => {
    const response = await app.request(path, post({ model: "m", messages: [user], ...members }));
    expect([response.status, await response.text()]).toEqual([200, expect.anything()]);
  });

  test("but no null for a member with a default, and no message without a role", async () => {
    for (const body of [
      { model: "m", messages: [user], min_tokens: null },
      { model: "m", messages: [{ content: "Hi" }] },
    ]) {
      const { status } = await app.request(path, post(body));
      expect(status).toBe(path.startsWith("/training") ? 422 : 400);
    }
  });
});
