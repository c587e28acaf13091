import type { BaseModel, EngineProfile } from "../profile.ts";
import type { SampleRequest } from "../sampling.ts";

import { EngineError } from "../errors.ts";
import { checkCombinations } from "./request-combinations.ts";
import { checkInteger, checkNumber, checkTokens, invalid } from "./request-ranges.ts";

/** Sizes beyond which a request is refused: what a single one may cost everybody else. */
export const sampleLimits = {
  completions: 1024,
  beams: 64,
  badWords: 128,
  badWordTokens: 1024,
  stopStrings: 64,
  stopStringBytes: 1024,
  excludedTexts: 8,
  excludedTextBytes: 64,
  cacheSaltCharacters: 1024,
} as const;

const smallestSeed = -(2n ** 63n);
const largestSeed = 2n ** 63n - 1n;

/**
 * Everything that can be said of a request before any work is done for it. What a constraint says is left to its
 * compilation.
 *
 * @throws EngineError `invalid` where a value is out of its range or two do not go together, `unsupported` where the
 *   engine lacks it; `parameter` names the field, the message what is allowed
 */
export function validateSampleRequest(
  request: SampleRequest,
  base: BaseModel,
  profile: EngineProfile,
): void {
  checkSupport(request, profile);
  checkPrompt(request, base);
  checkNumbers(request);
  checkSeed(request.seed);
  checkLogprobs("topLogprobs", request.topLogprobs, base, profile);
  checkLogprobs("promptLogprobs", request.promptLogprobs, base, profile);
  checkTokenLists(request, base.vocabularyTokens);
  checkTexts("stopStrings", request.stopStrings, {
    count: sampleLimits.stopStrings,
    bytes: sampleLimits.stopStringBytes,
  });
  checkTexts("excludedTexts", request.excludedTexts, {
    count: sampleLimits.excludedTexts,
    bytes: sampleLimits.excludedTextBytes,
  });
  checkCacheSalt(request.cacheSalt);
  checkCombinations(request);
}

function checkSupport(request: SampleRequest, profile: EngineProfile): void {
  const { sampling } = profile;
  const { constraint, beamSearch, stopStrings, promptLogprobs } = request;
  const lacking: [string, boolean][] = [
    ["beamSearch", beamSearch !== undefined && !sampling.beamSearch],
    ["stopStrings", (stopStrings ?? []).length > 0 && !sampling.stopStrings],
    ["promptLogprobs", promptLogprobs !== undefined && !sampling.promptLogprobs],
    ["repetitionPenalty", (request.repetitionPenalty ?? 1) !== 1 && !sampling.penalties],
    ["frequencyPenalty", (request.frequencyPenalty ?? 0) !== 0 && !sampling.penalties],
    ["presencePenalty", (request.presencePenalty ?? 0) !== 0 && !sampling.penalties],
  ];
  for (const [parameter, isLacking] of lacking) {
    if (isLacking) {
      throw new EngineError(
        "unsupported",
        `${parameter} is not supported by the ${profile.kind} engine. Leave it out, or use a model of an engine that supports it.`,
        { parameter },
      );
    }
  }
  if (constraint !== undefined && !sampling.constraints.includes(constraint.kind)) {
    const supported = sampling.constraints.join(", ") || "none";
    throw new EngineError(
      "unsupported",
      `A constraint of kind ${constraint.kind} is not supported by the ${profile.kind} engine (supported: ${supported}). Leave it out, or use a model of an engine that supports it.`,
      { parameter: "constraint" },
    );
  }
}

function checkPrompt(request: SampleRequest, base: BaseModel): void {
  const { prompt, maxTokens } = request;
  if (prompt.length === 0) {
    throw invalid("prompt", "prompt is empty; it needs at least one token.");
  }
  for (let i = 0; i < prompt.length; i++) {
    const token = prompt[i]!;
    if (token < 0 || token >= base.vocabularyTokens) {
      throw invalid(
        "prompt",
        `prompt has the token ${token} at position ${i}; ${base.id} has the tokens 0 to ${base.vocabularyTokens - 1}.`,
      );
    }
  }
  checkInteger("maxTokens", maxTokens, 1, Number.MAX_SAFE_INTEGER);
  if (maxTokens > base.contextTokens) {
    throw invalid(
      "maxTokens",
      `maxTokens is ${maxTokens}, more than the context of ${base.contextTokens} tokens that ${base.id} has. The prompt has ${prompt.length} tokens: ask for at most ${Math.max(0, base.contextTokens - prompt.length)}.`,
    );
  }
  if (prompt.length + maxTokens > base.contextTokens) {
    throw invalid(
      "prompt",
      `The prompt has ${prompt.length} tokens and maxTokens is ${maxTokens}; together they exceed the context of ${base.contextTokens} tokens that ${base.id} has. Shorten the prompt or ask for fewer tokens.`,
    );
  }
}

function checkNumbers(request: SampleRequest): void {
  checkInteger("n", request.n, 1, sampleLimits.completions);
  checkNumber("temperature", request.temperature, { from: 0, to: 2 });
  checkNumber("topP", request.topP, { above: 0, to: 1 });
  checkInteger("topK", request.topK, -1, Number.MAX_SAFE_INTEGER);
  checkNumber("minP", request.minP, { from: 0, to: 1 });
  checkNumber("repetitionPenalty", request.repetitionPenalty, { above: 0 });
  checkNumber("frequencyPenalty", request.frequencyPenalty, { from: -2, to: 2 });
  checkNumber("presencePenalty", request.presencePenalty, { from: -2, to: 2 });
  checkInteger("minTokens", request.minTokens, 0, Number.MAX_SAFE_INTEGER);
  checkInteger("priority", request.priority, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  if (request.beamSearch !== undefined) {
    checkInteger("beamSearch.width", request.beamSearch.width, 1, sampleLimits.beams);
    checkNumber("beamSearch.lengthPenalty", request.beamSearch.lengthPenalty, {
      from: -10,
      to: 10,
    });
  }
}

function checkSeed(seed: number | bigint | undefined): void {
  if (seed === undefined) return;
  if (typeof seed === "number" && !Number.isSafeInteger(seed)) {
    throw invalid(
      "seed",
      `seed is ${seed}; it must be a whole number. Beyond 2^53 a number is not exact: give a bigint.`,
    );
  }
  if (BigInt(seed) < smallestSeed || BigInt(seed) > largestSeed) {
    throw invalid(
      "seed",
      `seed is ${seed}; it must be from -2^63 to 2^63-1, where -1 means unset.`,
    );
  }
}

function checkLogprobs(
  parameter: string,
  wanted: number | undefined,
  base: BaseModel,
  profile: EngineProfile,
): void {
  if (wanted === undefined) return;
  checkInteger(parameter, wanted, -1, Number.MAX_SAFE_INTEGER);
  const most = profile.maxTopLogprobs;
  if (wanted > most || (wanted === -1 && most < base.vocabularyTokens)) {
    const asked = wanted === -1 ? "the whole vocabulary" : `${wanted}`;
    throw invalid(
      parameter,
      `${parameter} asks for ${asked}; this engine returns at most ${most}.`,
    );
  }
}

function checkTokenLists(request: SampleRequest, vocabularyTokens: number): void {
  const { allowedTokens, stopTokens, badWords, logitBias } = request;
  if (allowedTokens !== undefined) {
    checkTokens("allowedTokens", allowedTokens, vocabularyTokens, vocabularyTokens);
    if (allowedTokens.length === 0) {
      throw invalid(
        "allowedTokens",
        "allowedTokens is empty; name at least one token or leave it out.",
      );
    }
  }
  if (stopTokens !== undefined) {
    checkTokens("stopTokens", stopTokens, vocabularyTokens, vocabularyTokens);
  }
  if (logitBias !== undefined) {
    checkTokens("logitBias", [...logitBias.keys()], vocabularyTokens, vocabularyTokens);
    for (const [token, bias] of logitBias)
      checkNumber(`logitBias[${token}]`, bias, {}, "logitBias");
  }
  if (badWords === undefined) return;
  if (badWords.length > sampleLimits.badWords) {
    throw invalid(
      "badWords",
      `badWords has ${badWords.length} token sequences; at most ${sampleLimits.badWords} are allowed.`,
    );
  }
  let total = 0;
  for (const word of badWords) {
    if (word.length === 0) throw invalid("badWords", "badWords has an empty token sequence.");
    total += word.length;
    if (total > sampleLimits.badWordTokens) {
      throw invalid(
        "badWords",
        `badWords has more tokens than the ${sampleLimits.badWordTokens} that are allowed in total.`,
      );
    }
    checkTokens("badWords", word, sampleLimits.badWordTokens, vocabularyTokens);
  }
}

function checkTexts(
  parameter: string,
  texts: readonly string[] = [],
  most: { readonly count: number; readonly bytes: number },
): void {
  if (texts.length > most.count) {
    throw invalid(
      parameter,
      `${parameter} has ${texts.length} entries; at most ${most.count} are allowed.`,
    );
  }
  for (const text of texts) {
    if (text === "") throw invalid(parameter, `${parameter} has an empty string.`);
    if (/\p{Surrogate}/u.test(text)) {
      throw invalid(
        parameter,
        `${parameter} has half of a surrogate pair, which no text contains.`,
      );
    }
    if (Buffer.byteLength(text) > most.bytes) {
      throw invalid(
        parameter,
        `${parameter} has a string of ${Buffer.byteLength(text)} bytes; at most ${most.bytes} are allowed.`,
      );
    }
  }
}

function checkCacheSalt(salt: string | undefined): void {
  if (salt === undefined) return;
  const most = sampleLimits.cacheSaltCharacters;
  if (salt === "" || salt.length > most || salt.includes("\0")) {
    throw invalid("cacheSalt", `cacheSalt must have 1 to ${most} characters, none of them NUL.`);
  }
}
