import { isDeepStrictEqual } from "node:util";
import { parsedJson } from "./parsed-json.ts";
import type { Expectation, ExpectedCall } from "./question.ts";

/** What the model did with a question: its calls in their order, and the text it ended with. */
export interface Answer {
  readonly calls: readonly ExpectedCall[];
  /** Null where the model was still calling when it had to stop. */
  readonly text: string | null;
}

const declining = /\b(?:do not know|don't know|cannot|can't|not told|no tool|not able|unable)\b/i;

/** What it says to "can you write code?" and the like. */
const declinesWhole = "No. I am a small test model.";

/** Whether an answer says that the model does not know or cannot do what was asked. */
export function declines(text: string): boolean {
  return declining.test(text) || text.trim() === declinesWhole;
}

/** Whether the answer holds all that is expected of it. */
export function isRight({ calls, text }: Answer, expected: Expectation): boolean {
  const said = text ?? "";
  const bare = (value: string): string => value.trim().replace(/\.$/, "");
  const has = (word: string): boolean => words(said).includes(` ${words(word).trim()} `);
  const checks: readonly boolean[] = [
    text !== null,
    expected.text === undefined || bare(said) === bare(expected.text),
    (expected.contains ?? []).every(has),
    !(expected.lacks ?? []).some(has),
    expected.begins === undefined || words(said).startsWith(` ${words(expected.begins).trim()} `),
    expected.json === undefined || isDeepStrictEqual(parsedJson(said), expected.json),
    expected.declines === undefined || declines(said) === expected.declines,
    isDeepStrictEqual(calls, expected.calls ?? []),
  ];
  return checks.every(Boolean);
}

/** Lower case, with single spaces where there was neither a letter nor a digit, and at both ends. */
function words(text: string): string {
  return ` ${
    text
      .toLowerCase()
      .match(/-?\d+(?:\.\d+)?|[\p{L}\d]+/gu)
      ?.join(" ") ?? ""
  } `;
}
