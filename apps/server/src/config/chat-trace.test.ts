import { expect, test } from "vitest";
import { chatTrace } from "./chat-trace.ts";

test.each([
  ["chats", { entity: undefined, project: "chats" }],
  ["acme/chats", { entity: "acme", project: "chats" }],
])("reads %s", (text, value) => {
  expect(chatTrace.parse(text)).toEqual({ value });
});

test.each(["", "acme/", "/chats", "acme/a/b", "a:b", "a\nb", "x".repeat(129)])(
  "refuses %j",
  (text) => {
    expect(chatTrace.parse(text)).toBeUndefined();
  },
);
