import { expect, it } from "vitest";
import type { Message } from "../../loom/text/exchange.ts";
import {
  sentiment,
  topicClassification,
  twoWayClassification,
} from "../../loom/text/facts/classification.ts";
import { contextQuestion } from "../../loom/text/facts/context-question.ts";
import { extraction, fieldExtraction } from "../../loom/text/facts/extraction.ts";
import { jsonWriting } from "../../loom/text/facts/json-writing.ts";
import { anyOfKind, oddOneOut, whichIs } from "../../loom/text/facts/kind-choice.ts";
import { kindOf } from "../../loom/text/facts/kind-of.ts";
import { kinds } from "../../loom/text/facts/kinds.ts";
import { membership } from "../../loom/text/facts/membership.ts";
import { recall, recallAtOnce, recallFromSystem } from "../../loom/text/facts/recall.ts";
import type { Recall } from "../../loom/text/facts/told-fact.ts";
import { Random } from "../../loom/text/random.ts";
import { splitOf, type Split } from "../../loom/text/split.ts";

interface Made {
  readonly key: string;
  readonly messages: readonly Message[];
}

const whole =
  (make: (random: Random, split: Split) => Recall) => (random: Random, split: Split) => {
    const { key, introduction, question } = make(random, split);
    return { key, messages: [...introduction, ...question] };
  };

const makers: Readonly<Record<string, (random: Random, split: Split) => Made>> = {
  membership,
  kindOf,
  whichIs,
  anyOfKind,
  oddOneOut,
  sentiment,
  topicClassification,
  twoWayClassification,
  extraction,
  fieldExtraction,
  jsonWriting,
  contextQuestion,
  recallAtOnce,
  recall: whole(recall),
  recallFromSystem: whole(recallFromSystem),
};

function drawn(name: string, split: Split, count: number): Made[] {
  const random = new Random(11);
  return Array.from({ length: count }, () => makers[name]!(random, split));
}

it.each(Object.keys(makers))("%s keeps to the split and ends in an answer", (name) => {
  for (const split of ["training", "held-out"] as const) {
    for (const { key, messages } of drawn(name, split, 2000)) {
      expect(splitOf(key)).toBe(split);
      expect(messages.at(-1)).toMatchObject({ role: "assistant" });
      for (const { content } of messages) {
        expect(content.trim()).not.toBe("");
        expect(content).not.toMatch(
          /undefined|\{(?:[a-z]2?|list|and|or|text|labels|noun|several|fav|color)\}/,
        );
      }
    }
  }
});

it("knows no thing of two kinds", () => {
  const names = new Map<string, string>();
  for (const { name, things } of kinds) {
    for (const thing of things.map((one) => one.toLowerCase())) {
      expect(names.get(thing) ?? name).toBe(name);
      names.set(thing, name);
    }
  }
});

it("answers one question in one way only", () => {
  const answers = new Map<string, string>();
  const torn: string[] = [];
  for (const name of Object.keys(makers).filter((one) => !one.startsWith("recall"))) {
    for (const { messages } of drawn(name, "training", 10_000)) {
      const [question, answer] = messages;
      if ((answers.get(question!.content) ?? answer!.content) !== answer!.content) {
        torn.push(question!.content);
      }
      answers.set(question!.content, answer!.content);
    }
  }
  expect(torn).toEqual([]);
});

it("quotes in a reason what the text says", () => {
  for (const name of ["sentiment", "topicClassification", "twoWayClassification"]) {
    for (const { messages } of drawn(name, "training", 5000)) {
      const [question, answer] = messages;
      const quoted = /because it says "(.+)"/.exec(answer!.content)?.[1] ?? "";
      expect(question!.content).toContain(quoted);
    }
  }
});

it("extracts values that stand in the text", () => {
  for (const { messages } of drawn("extraction", "training", 5000)) {
    const [question, answer] = messages;
    for (const value of Object.values(JSON.parse(answer!.content) as object)) {
      expect(question!.content).toContain(String(value));
    }
  }
});
