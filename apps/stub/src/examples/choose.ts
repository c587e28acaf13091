import { BadRequest } from "@heddle/server-kit";
import { type DocumentedAnswer, unnamed } from "./documented-answers.ts";
import type { Preferences } from "./preferences.ts";

/** The answer that a request gets. */
export interface Choice {
  readonly answer: DocumentedAnswer;
  /** One value, or the items of a stream; empty if the document has no example. */
  readonly values: readonly unknown[];
}

/**
 * The answer that preferences ask for. Without preferences: the first success in the document, with
 * its first example, or with all examples if they are the items of a stream.
 *
 * Throws `BadRequest`, which lists the documented answers, if the operation has no such answer.
 */
export function choose(
  id: string,
  answers: readonly DocumentedAnswer[],
  { code, example }: Preferences,
): Choice {
  const ofCode = code === undefined ? successFirst(answers) : answersOf(id, code, answers);
  if (example === undefined) {
    const answer = ofCode.find(isAnswerable);
    if (!answer) throw new BadRequest(`The document has no example of ${id} with ${code}`);
    const values = [...answer.examples.values()];
    return { answer, values: isStream(answer) ? values : values.slice(0, 1) };
  }
  const answer = ofCode.find(({ examples }) => examples.has(example));
  if (answer) return { answer, values: [answer.examples.get(example)] };
  const place = code === undefined ? id : `${id} with ${code}`;
  const listed = list(ofCode.filter(({ examples }) => examples.size > 0));
  throw new BadRequest(`${place} has no example "${example.slice(0, 80)}". It has ${listed}`);
}

/** Whether an answer can be made: JSON and text need an example. */
export function isAnswerable({ framing, examples }: DocumentedAnswer): boolean {
  return framing === undefined || framing === "bytes" || examples.size > 0;
}

/** Whether a status is a success. */
export function isSuccess({ status }: DocumentedAnswer): boolean {
  return status >= 200 && status < 300;
}

/** Whether the examples of an answer are items, sent one by one. */
export function isStream({ framing }: DocumentedAnswer): boolean {
  return framing === "jsonl" || framing === "sse";
}

function answersOf(
  id: string,
  code: number,
  answers: readonly DocumentedAnswer[],
): readonly DocumentedAnswer[] {
  const found = answers.filter(({ status }) => status === code);
  if (found.length > 0) return found;
  const codes = [...new Set(answers.map(({ status }) => status))].join(", ");
  throw new BadRequest(`${id} documents no answer with ${code}. It documents ${codes}`);
}

function successFirst(answers: readonly DocumentedAnswer[]): readonly DocumentedAnswer[] {
  return [...answers.filter(isSuccess), ...answers.filter((answer) => !isSuccess(answer))];
}

/**
 * `finished, missing; with 400: malformed, rule`; unnamed examples by the name that requests use.
 */
function list(answers: readonly DocumentedAnswer[]): string {
  const listed = answers.map((answer) => {
    const names = [...answer.examples.keys()].join(", ");
    return isSuccess(answer) ? names : `with ${answer.status}: ${names}`;
  });
  return listed.length === 0 ? `only "${unnamed}"` : listed.join("; ");
}
