import { afterValue } from "../../json-text/after-value.ts";
import { afterBlank, comma } from "../../json-text/characters.ts";
import type { JsonPlaces } from "../../json-text/json-places.ts";
import { compactText } from "../record/leaves/compact-text.ts";
import { engineJson } from "./engine-json.ts";

/** A value behind a ref, as queries see values in payloads. */
export interface ValueFacts {
  /** Its text; empty for a missing value and for null. */
  readonly text: string;
  readonly kind: "none" | "string" | "container" | "other";
}

/** Neither a missing value nor null has a text. */
export const noValue: ValueFacts = { text: "", kind: "none" };

/** The facts of a text. */
export function textFacts(text: string): ValueFacts {
  return { text: text.toWellFormed(), kind: "string" };
}

/**
 * The facts of the value at a place of a canonical text. A container that stands for a whole payload
 * keeps its numbers as they are, like a stored payload.
 */
export function factsAt(places: JsonPlaces, at: number, isPayload: boolean): ValueFacts {
  if (places.isNull(at)) return noValue;
  const string = places.string(at);
  if (string !== undefined) return textFacts(string);
  const json = places.textOf(at);
  if (!places.isObject(at) && !places.isArray(at))
    return { text: own(engineJson(json)), kind: "other" };
  const text = own(isPayload ? compactText(json) : engineJson(json));
  return { text, kind: "container" };
}

/** The entries of a list or map, or the characters of a string; undefined for other values. */
export function sizeOf({ text, kind }: ValueFacts): number | undefined {
  if (kind === "string") return characters(text);
  return kind === "container" ? entries(text) : undefined;
}

/** A copy: a part of a text keeps the whole text in memory. */
function own(text: string): string {
  return Buffer.from(text).toString();
}

function characters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The number of entries of a container; the names of an object are values in their places, too. */
function entries(text: string): number {
  const first = afterBlank(text, 1);
  if (first === text.length - 1) return 0;
  let count = 1;
  for (let at = first; at < text.length - 1;) {
    at = afterBlank(text, afterValue(text, at));
    if (text.charCodeAt(at) === comma) count += 1;
    at = afterBlank(text, at + 1);
  }
  return count;
}
