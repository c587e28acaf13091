import { describe, expect, test } from "vitest";

import { TemplateSet, Tokenizer } from "@heddle/text";
import { Fixture, fixtureFamilies } from "./testing/fixture.ts";

describe.each(fixtureFamilies)("%s against tokenizers and transformers", (family) => {
  const { folder, expected } = new Fixture(family);
  const { text } = folder;
  const tokenizer = new Tokenizer(text);
  const templates = new TemplateSet(text.chatTemplate, JSON.parse(text.tokenizerConfig));

  test.each(expected.texts)("tokens of $text", (expectedText) => {
    const { text, tokens, withSpecialTokens } = expectedText;
    expect([...tokenizer.encode(text)]).toEqual(tokens);
    expect([...tokenizer.encode(text, { addSpecialTokens: true })]).toEqual(withSpecialTokens);
    expect(tokenizer.decode(tokens)).toBe(expectedText.decoded);
    expect(tokenizer.decode(tokens, { skipSpecialTokens: true })).toBe(
      expectedText.decodedWithoutSpecialTokens,
    );
  });

  const chats = expected.chats.map((chat, index) => ({ ...chat, index }));
  test.each(chats)("chat $index is rendered to the byte", (chat) => {
    const { messages, tools, add_generation_prompt, rendered, tokens, ...others } = chat;
    const found = templates.render(
      {
        messages,
        ...(tools !== undefined && { tools }),
        addGenerationPrompt: add_generation_prompt,
        templateKwargs: others,
      },
      {
        modelId: family,
        namedTokens: tokenizer.namedTokens,
        maxLength: 100_000,
        now: new Date(0),
      },
    );
    expect(found).toBe(rendered);
    expect([...tokenizer.encode(rendered)]).toEqual(tokens);
  });
});
