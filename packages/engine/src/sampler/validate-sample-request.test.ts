import { describe, expect, test } from "vitest";

import type { BaseModel, EngineProfile, SamplingAbilities } from "../profile.ts";
import type { SampleRequest } from "../sampling.ts";

import { requestOf } from "./testing/requests.ts";
import { validateSampleRequest } from "./validate-sample-request.ts";

const base: BaseModel = {
  id: "test/base",
  contextTokens: 100,
  vocabularyTokens: 50,
  endTokens: [1],
  maxRank: 8,
};
const everything: SamplingAbilities = {
  constraints: ["json", "regex", "choice", "grammar", "structural_tag"],
  beamSearch: true,
  penalties: true,
  promptLogprobs: true,
  stopStrings: true,
};
const profileOf = (sampling: Partial<SamplingAbilities>, maxTopLogprobs = 50): EngineProfile => ({
  kind: "embedded",
  instance: "1",
  isHealthy: true,
  baseModels: [base],
  losses: [],
  reportsEntropies: true,
  honouredAdam: [],
  maxModels: 1,
  maxTopLogprobs,
  sampling: { ...everything, ...sampling },
  adapterExport: "peft",
  adapterImport: "none",
  resumesLastStep: false,
});

function check(changes: Partial<SampleRequest>, profile = profileOf({})): void {
  validateSampleRequest(requestOf({ maxTokens: 10, ...changes }), base, profile);
}

const beams = { width: 4, lengthPenalty: 1 };

test.each<[string, Partial<SampleRequest>]>([
  ["prompt and completion fill the context", { prompt: new Int32Array(90) }],
  [
    "edges of ranges",
    {
      temperature: 2,
      topP: 1,
      topK: -1,
      minP: 1,
      repetitionPenalty: 0.01,
      frequencyPenalty: -2,
      presencePenalty: 2,
      minTokens: 10,
    },
  ],
  [
    "other edges",
    { temperature: 0, topP: 1e-9, topK: 0, minP: 0, n: 1, minTokens: 0, priority: -3 },
  ],
  ["the least seed", { seed: -(2n ** 63n) }],
  ["the largest seed", { seed: 2n ** 63n - 1n }],
  ["an unset seed", { seed: -1 }],
  ["several completions drawn", { n: 4, temperature: 1e-5 }],
  ["the whole vocabulary", { topLogprobs: -1, promptLogprobs: -1 }],
  [
    "biases of any size",
    {
      logitBias: new Map([
        [0, 1e9],
        [49, -1e9],
      ]),
    },
  ],
  [
    "beam search with its parameters",
    {
      beamSearch: beams,
      n: 2,
      temperature: 0,
      ignoreEnd: true,
      topP: 1,
      topK: 0,
      minTokens: 0,
      stopStrings: [],
    },
  ],
  ["a stop string at its limit", { stopStrings: ["é".repeat(512)] }],
  ["an excluded text at its limit", { excludedTexts: ["é".repeat(32)] }],
])("%s is allowed", (_, changes) => {
  expect(() => check(changes)).not.toThrow();
});

describe("what is out of range is invalid and says what is allowed", () => {
  test.each<[parameter: string, changes: Partial<SampleRequest>, message: RegExp]>([
    ["prompt", { prompt: new Int32Array(0) }, /empty/],
    ["prompt", { prompt: Int32Array.of(0, 50) }, /token 50 at position 1.*0 to 49/],
    ["prompt", { prompt: Int32Array.of(-1) }, /token -1/],
    ["prompt", { prompt: new Int32Array(95) }, /95 tokens and maxTokens is 10.*100 tokens/],
    ["maxTokens", { maxTokens: 0 }, /1 or more/],
    ["maxTokens", { maxTokens: 1.5 }, /whole number/],
    [
      "maxTokens",
      { maxTokens: 101 },
      /maxTokens is 101.*context of 100.*1 tokens: ask for at most 99/,
    ],
    ["n", { n: 0 }, /from 1 to 1024/],
    ["n", { n: 1025 }, /from 1 to 1024/],
    ["n", { n: 2, temperature: 0 }, /greedy/],
    ["temperature", { temperature: -0.1 }, /at least 0 and at most 2/],
    ["temperature", { temperature: 2.1 }, /at least 0 and at most 2/],
    ["temperature", { temperature: NaN }, /NaN.*finite/],
    ["temperature", { temperature: "1" as never }, /finite/],
    ["topP", { topP: 0 }, /above 0 and at most 1/],
    ["topP", { topP: 1.01 }, /above 0 and at most 1/],
    ["topK", { topK: -2 }, /-1 or more/],
    ["topK", { topK: 1.5 }, /whole number/],
    ["minP", { minP: 1.1 }, /at least 0 and at most 1/],
    ["minP", { minP: -0.1 }, /at least 0/],
    ["repetitionPenalty", { repetitionPenalty: 0 }, /above 0/],
    ["repetitionPenalty", { repetitionPenalty: Infinity }, /finite/],
    ["frequencyPenalty", { frequencyPenalty: 2.1 }, /at least -2 and at most 2/],
    ["presencePenalty", { presencePenalty: -2.1 }, /at least -2 and at most 2/],
    ["minTokens", { minTokens: 11 }, /more than maxTokens/],
    ["minTokens", { minTokens: -1 }, /0 or more/],
    ["seed", { seed: 2n ** 63n }, /-2\^63 to 2\^63-1/],
    ["seed", { seed: 2 ** 60 }, /bigint/],
    ["seed", { seed: 1.5 }, /whole number/],
    ["priority", { priority: 0.5 }, /whole number/],
    ["cacheSalt", { cacheSalt: "" }, /1 to 1024/],
    ["cacheSalt", { cacheSalt: "a".repeat(1025) }, /1 to 1024/],
    ["cacheSalt", { cacheSalt: "a\0" }, /NUL/],
    ["topLogprobs", { topLogprobs: -2 }, /-1 or more/],
    ["topLogprobs", { topLogprobs: 51 }, /at most 50/],
    ["promptLogprobs", { promptLogprobs: 51 }, /at most 50/],
    ["allowedTokens", { allowedTokens: [] }, /empty/],
    ["allowedTokens", { allowedTokens: [50] }, /token 50.*0 to 49/],
    [
      "allowedTokens",
      { allowedTokens: Array.from({ length: 51 }, () => 0) },
      /51 tokens; at most 50/,
    ],
    ["stopTokens", { stopTokens: [-1] }, /token -1/],
    ["stopTokens", { stopTokens: [0.5] }, /token 0.5/],
    ["logitBias", { logitBias: new Map([[50, 1]]) }, /token 50/],
    ["logitBias", { logitBias: new Map([[5, NaN]]) }, /logitBias\[5\] is NaN/],
    ["badWords", { badWords: [[]] }, /empty token sequence/],
    ["badWords", { badWords: [[50]] }, /token 50/],
    [
      "badWords",
      { badWords: Array.from({ length: 129 }, () => [1]) },
      /129 token sequences; at most 128/,
    ],
    [
      "badWords",
      { badWords: [Array.from({ length: 1025 }, () => 1)] },
      /than the 1024 that are allowed/,
    ],
    ["stopStrings", { stopStrings: [""] }, /empty/],
    ["stopStrings", { stopStrings: ["a\ud800"] }, /surrogate/],
    ["stopStrings", { stopStrings: ["é".repeat(513)] }, /1026 bytes; at most 1024/],
    [
      "stopStrings",
      { stopStrings: Array.from({ length: 65 }, (_, i) => `s${i}`) },
      /65 entries; at most 64/,
    ],
    ["beamSearch.width", { beamSearch: { width: 0, lengthPenalty: 1 } }, /from 1 to 64/],
    ["beamSearch.lengthPenalty", { beamSearch: { width: 2, lengthPenalty: NaN } }, /finite/],
    ["n", { beamSearch: beams, n: 5 }, /more than the beam search's width of 4/],
    ["topP", { beamSearch: beams, topP: 0.9 }, /no effect on beam search/],
    ["excludedTexts", { excludedTexts: [""] }, /empty/],
    ["excludedTexts", { excludedTexts: ["é".repeat(33)] }, /66 bytes; at most 64/],
    [
      "excludedTexts",
      { excludedTexts: Array.from({ length: 9 }, (_, i) => `s${i}`) },
      /9 entries; at most 8/,
    ],
    ["excludedTexts", { beamSearch: beams, excludedTexts: ["a"] }, /no effect on beam search/],
    ["stopStrings", { beamSearch: beams, stopStrings: ["a"] }, /no effect on beam search/],
    ["constraint", { beamSearch: beams, constraint: { kind: "json" } }, /no effect on beam search/],
  ])("%s, case %#", (parameter, changes, message) => {
    expect(() => check(changes)).toThrow(message);
    expect(() => check(changes)).toThrow(expect.objectContaining({ kind: "invalid", parameter }));
  });

  test("the whole vocabulary is refused where the engine returns fewer", () => {
    expect(() => check({ topLogprobs: -1 }, profileOf({}, 20))).toThrow(
      /whole vocabulary; this engine returns at most 20/,
    );
  });
});

test.each<
  [parameter: string, changes: Partial<SampleRequest>, abilities: Partial<SamplingAbilities>]
>([
  ["beamSearch", { beamSearch: beams }, { beamSearch: false }],
  ["stopStrings", { stopStrings: ["a"] }, { stopStrings: false }],
  ["promptLogprobs", { promptLogprobs: 0 }, { promptLogprobs: false }],
  ["repetitionPenalty", { repetitionPenalty: 1.1 }, { penalties: false }],
  ["frequencyPenalty", { frequencyPenalty: 0.1 }, { penalties: false }],
  ["presencePenalty", { presencePenalty: 0.1 }, { penalties: false }],
  ["constraint", { constraint: { kind: "regex", pattern: "a" } }, { constraints: ["json"] }],
])(
  "%s is refused by name where the engine lacks it, and only where it has an effect",
  (parameter, changes, abilities) => {
    expect(() => check(changes, profileOf(abilities))).toThrow(
      expect.objectContaining({ kind: "unsupported", parameter }),
    );
    expect(() => check(changes, profileOf(abilities))).toThrow(/embedded engine/);
    expect(() =>
      check({ stopStrings: [], repetitionPenalty: 1, presencePenalty: 0 }, profileOf(abilities)),
    ).not.toThrow();
  },
);
