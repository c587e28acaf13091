import { expect, it } from "vitest";
import type { ExchangeMaker } from "../../loom/text/exchange.ts";
import { Random } from "../../loom/text/random.ts";
import { splitOf } from "../../loom/text/split.ts";
import { beyond } from "../../loom/text/talk/beyond.ts";
import { echo } from "../../loom/text/talk/echo.ts";
import { greeting } from "../../loom/text/talk/greeting.ts";
import { itself } from "../../loom/text/talk/itself.ts";
import { noTool } from "../../loom/text/talk/no-tool.ts";
import { systemPrompt } from "../../loom/text/talk/system-prompt.ts";
import { unknownFact } from "../../loom/text/talk/unknown-fact.ts";

const makers: Readonly<Record<string, ExchangeMaker>> = {
  greeting,
  itself,
  beyond,
  noTool,
  echo,
  unknownFact,
};

/** The same in both splits. */
const closed = ["greeting", "itself", "unknownFact"];

it.each(Object.keys(makers))("makes whole exchanges of its split: %s", (name) => {
  const random = new Random(3);
  for (const split of ["training", "held-out"] as const) {
    for (let count = 0; count < 2000; count += 1) {
      const made = makers[name]?.(random, split);
      if (!closed.includes(name)) expect(splitOf(made?.key ?? "")).toBe(split);
      for (const message of made?.messages ?? []) {
        expect(message.content.trim()).not.toBe("");
        expect(message.content).not.toMatch(/\{\w+\}/);
      }
    }
  }
});

it("gives no text two answers", () => {
  const random = new Random(5);
  const answers = new Map<string, string>();
  for (const name of ["greeting", "itself", "unknownFact", "noTool", "beyond"]) {
    for (let count = 0; count < 6000; count += 1) {
      const [user, answer] = makers[name]?.(random, "training").messages ?? [];
      const text = user?.content.toLowerCase() ?? "";
      expect([text, answers.get(text) ?? answer?.content]).toEqual([text, answer?.content]);
      answers.set(text, answer?.content ?? "");
    }
  }
});

it("makes system prompts of the length that was asked for", () => {
  const random = new Random(7);
  for (let bytes = 1; bytes <= 300; bytes += 1) {
    const text = systemPrompt(random, "training", bytes);
    expect(text.length).toBeGreaterThanOrEqual(Math.min(bytes, 290));
    expect(text.length).toBeLessThanOrEqual(300);
  }
});
