import { requestBounds } from "../../../config/request-bounds.ts";
import { InvalidInput } from "../../../refusals/refusal.ts";
import { scanText } from "../../calls/record/leaves/compact-text.ts";
import { isOdd, readPayload } from "../../calls/record/leaves/read-payload.ts";
import { Survey } from "../../calls/record/leaves/survey.ts";
import { reactionOf } from "./emoji.ts";
import type { KindAndName } from "./feedback-kind.ts";

type Members = Readonly<Record<string, unknown>>;

const maxCharacters = requestBounds.feedbackCharacters.limit;
const maxNote = 1_024;

/**
 * The compact text of a payload with the members that the server adds, from its text in the request
 * and its value.
 *
 * @throws InvalidInput if it does not fit the type, or is too long.
 */
export function feedbackPayload(
  type: string,
  { kind }: KindAndName,
  text: string,
  value: Members,
): string {
  const { text: compact } = scanText(text);
  const processed = kind === "reaction" ? withReaction(value) : compact;
  switch (kind) {
    case "note":
      checkNote(value["note"]);
      break;
    case "annotation":
      checkMember(type, value, "value");
      break;
    case "runnable":
      checkMember(type, value, "output");
      break;
    default:
  }
  const characters = charactersOf(processed);
  if (characters > maxCharacters) {
    throw new InvalidInput(
      `payload has ${characters} characters of JSON; the limit is ${maxCharacters}.`,
    );
  }
  return processed;
}

/** A text of the same value that the engine reads right; '' if it reads the stored one right. */
export function readableText(stored: string): string {
  const compact = scanText(stored);
  const survey = new Survey();
  survey.visit(JSON.parse(compact.text));
  return isOdd(compact, survey) ? (readPayload(compact, survey).readable ?? "") : "";
}

function withReaction(value: Members): string {
  const { emoji } = value;
  const reaction = typeof emoji === "string" ? reactionOf(emoji) : undefined;
  if (reaction) return JSON.stringify({ ...value, ...reaction });
  throw new InvalidInput("payload.emoji must be exactly one emoji.");
}

function checkNote(note: unknown): void {
  if (typeof note !== "string") throw new InvalidInput("payload.note must be a text.");
  const characters = charactersOf(note);
  if (characters >= 1 && characters <= maxNote) return;
  throw new InvalidInput(`payload.note has ${characters} characters; a note has 1 to ${maxNote}.`);
}

function checkMember(type: string, value: Members, member: string): void {
  if (Object.hasOwn(value, member)) return;
  throw new InvalidInput(`The payload of ${type} needs a member ${member}.`);
}

/** Characters of Unicode: of a pair of surrogates, only the first counts. */
function charactersOf(text: string): number {
  let characters = text.length;
  for (const _ of text.matchAll(/[\ud800-\udbff](?=[\udc00-\udfff])/g)) characters -= 1;
  return characters;
}
