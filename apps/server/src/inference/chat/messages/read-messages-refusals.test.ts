import type { Inference } from "@heddle/types";
import { describe, expect, it } from "vitest";
import { readMessages } from "./read-messages.ts";

type Message = Inference.ChatMessage;

/** A message as the loosest of the variants lets it in. */
const loose = (message: Readonly<Record<string, unknown>>) => message as unknown as Message;
const assistant = (more: Partial<Inference.AssistantMessage>): Message => ({
  role: "assistant",
  ...more,
});

describe("refusals", () => {
  const user = (...content: unknown[]) => loose({ role: "user", content });
  it.each<[string, Message, string, RegExp, string]>([
    [
      "a picture",
      user("a", { type: "image_url", image_url: { url: "data:" } }),
      "messages.0.content.1",
      /a picture \("image_url"\)/,
      "unsupported_parameter",
    ],
    [
      "a picture without a type",
      user({ image_url: "https://example.com" }),
      "messages.0.content.0",
      /a picture/,
      "unsupported_parameter",
    ],
    [
      "sound",
      user({ type: "input_audio", input_audio: { data: "", format: "wav" } }),
      "messages.0.content.0",
      /sound/,
      "unsupported_parameter",
    ],
    [
      "sound by its address",
      user({ type: "audio_url", audio_url: { url: "a" } }),
      "messages.0.content.0",
      /sound/,
      "unsupported_parameter",
    ],
    [
      "moving pictures",
      user({ type: "video_url", video_url: { url: "a" } }),
      "messages.0.content.0",
      /moving pictures/,
      "unsupported_parameter",
    ],
    [
      "tensors",
      user({ type: "image_embeds", image_embeds: null }),
      "messages.0.content.0",
      /a picture/,
      "unsupported_parameter",
    ],
    [
      "a file",
      user({ type: "file", file: { file_id: "a" } }),
      "messages.0.content.0",
      /a file/,
      "unsupported_parameter",
    ],
    [
      "an unknown type",
      user({ type: "smell" }),
      "type",
      /"smell": parts can be of type text/,
      "invalid_parameter",
    ],
    [
      "a type that is no text",
      user({ type: { a: 1 } }),
      "type",
      /unknown type \{"a":1\}/,
      "invalid_parameter",
    ],
    ["no type", user({ text: "a" }), "type", /no type/, "invalid_parameter"],
    [
      "a text that is none",
      user({ type: "text", text: 7 }),
      "messages.0.content.0.text",
      /must be a string/,
      "invalid_parameter",
    ],
    [
      "a number among the parts",
      user(7),
      "messages.0.content.0",
      /must be a string/,
      "invalid_parameter",
    ],
    [
      "content that is an object",
      loose({ role: "user", content: { a: 1 } }),
      "messages.0.content",
      /list of parts/,
      "invalid_parameter",
    ],
    [
      "an earlier answer in sound",
      assistant({ audio: { id: "a" } }),
      "messages.0.audio",
      /no sound/,
      "unsupported_parameter",
    ],
  ])("%s", (_name, message, param, text, code) => {
    let error: unknown;
    try {
      readMessages([message]);
    } catch (cause) {
      error = cause;
    }
    expect(error).toMatchObject({
      name: "InvalidParameter",
      param,
      code,
      message: expect.stringMatching(text),
    });
  });

  it("quote at most 200 characters", () => {
    expect(() => readMessages([user({ type: "a".repeat(10_000) })])).toThrow(/^.{0,400}$/);
  });

  it("say which message", () => {
    const messages = [assistant({ content: "a" }), user({ type: "file", file: {} })];
    expect(() => readMessages(messages)).toThrow(/^messages\.1\.content\.0 is a file/);
  });
});
