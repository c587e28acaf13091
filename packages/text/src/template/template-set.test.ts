import { expect, test } from "vitest";
import { TemplateSet } from "./template-set.ts";

const surroundings = { modelId: "a/model", namedTokens: {}, maxLength: 1000, now: new Date(0) };
const several = {
  chat_template: [
    { name: "default", template: "plain" },
    { name: "tool_use", template: "tools" },
  ],
};

test("a template of its own goes before the configured one", () => {
  const messages: unknown[] = [];
  expect(
    new TemplateSet("own", { chat_template: "configured" }).render({ messages }, surroundings),
  ).toBe("own");
  expect(
    new TemplateSet(undefined, { chat_template: "configured" }).render({ messages }, surroundings),
  ).toBe("configured");
});

test("of several, the one for tools is taken where there are tools", () => {
  const set = new TemplateSet(undefined, several);
  expect(set.render({ messages: [] }, surroundings)).toBe("plain");
  expect(set.render({ messages: [], tools: [] }, surroundings)).toBe("plain");
  expect(set.render({ messages: [], tools: [{}] }, surroundings)).toBe("tools");
});

test("a model without a template is told so", () => {
  expect(() => new TemplateSet(undefined, {}).render({ messages: [] }, surroundings)).toThrow(
    "a/model has no chat template",
  );
});
