import { InvalidParameter } from "../../../refusals/invalid-parameter.ts";
import type { ChatRequest } from "./chat-request.ts";
import { chatLimits } from "./check-ranges.ts";

/**
 * Checks the texts, lists and maps of a request, each for itself, before anything reads them.
 *
 * @throws InvalidParameter naming the member and the rule
 */
export function checkLists(request: ChatRequest): void {
  checkStops(stopsOf(request));
  checkBadWords(request.bad_words ?? []);
  checkBiases(request.logit_bias ?? {});
  if (request.allowed_token_ids?.length === 0) {
    throw new InvalidParameter(
      "allowed_token_ids",
      "allowed_token_ids is empty, so nothing could be sampled. Name a token, or leave it out.",
    );
  }
  if (request.cache_salt?.includes("\0")) {
    throw new InvalidParameter("cache_salt", "cache_salt must not contain NUL.");
  }
  const idLength = request.request_id?.length ?? 0;
  if (idLength > chatLimits.requestIdCharacters) {
    throw new InvalidParameter(
      "request_id",
      `request_id may have ${chatLimits.requestIdCharacters} characters, got ${idLength}.`,
    );
  }
}

/** The stop strings of a request as a list. */
export function stopsOf({ stop }: ChatRequest): readonly string[] {
  return typeof stop === "string" ? [stop] : (stop ?? []);
}

function checkStops(stops: readonly string[]): void {
  if (stops.length > chatLimits.stops) {
    throw new InvalidParameter(
      "stop",
      `stop may have ${chatLimits.stops} strings, got ${stops.length}.`,
    );
  }
  for (const stop of stops) {
    if (stop === "") throw new InvalidParameter("stop", "stop must not have an empty string.");
    if (!stop.isWellFormed()) {
      throw new InvalidParameter("stop", "stop has half of a character, which no text contains.");
    }
    const bytes = Buffer.byteLength(stop);
    if (bytes <= chatLimits.stopBytes) continue;
    throw new InvalidParameter(
      "stop",
      `A stop string may have ${chatLimits.stopBytes} bytes, got ${bytes}.`,
    );
  }
}

function checkBadWords(words: readonly string[]): void {
  if (words.length > chatLimits.badWords) {
    throw new InvalidParameter(
      "bad_words",
      `bad_words may have ${chatLimits.badWords} texts, got ${words.length}.`,
    );
  }
  let characters = 0;
  for (const word of words) {
    if (word === "") {
      throw new InvalidParameter("bad_words", "bad_words must not have an empty text.");
    }
    characters += word.length;
  }
  if (characters > chatLimits.badWordCharacters) {
    throw new InvalidParameter(
      "bad_words",
      `bad_words may have ${chatLimits.badWordCharacters} characters together, got ${characters}.`,
    );
  }
}

/** Names at most this many wrong keys, each cut to this length. */
const named = { keys: 10, characters: 40 } as const;

function checkBiases(biases: Readonly<Record<string, number>>): void {
  const wrong = Object.keys(biases).filter((key) => !isTokenId(key));
  if (wrong.length === 0) return;
  const shown = wrong
    .slice(0, named.keys)
    .map((key) => JSON.stringify(key.slice(0, named.characters)));
  const more = wrong.length > named.keys ? ` and ${wrong.length - named.keys} more` : "";
  throw new InvalidParameter(
    "logit_bias",
    `The keys of logit_bias must be ids of tokens in decimal digits, got ${shown.join(", ")}${more}.`,
  );
}

function isTokenId(key: string): boolean {
  return key.length <= 10 && /^\d+$/.test(key);
}
