import type { SampleRequest } from "../sampling.ts";

import { invalid } from "./request-ranges.ts";
import { greedyTemperature } from "./token-chooser.ts";

/** @throws EngineError `invalid` where two parameters, each within its range, do not go together */
export function checkCombinations(request: SampleRequest): void {
  const { n = 1, minTokens = 0, maxTokens, beamSearch, temperature = 1 } = request;
  if (minTokens > maxTokens) {
    throw invalid(
      "minTokens",
      `minTokens is ${minTokens}, more than maxTokens, which is ${maxTokens}.`,
    );
  }
  if (beamSearch !== undefined) {
    checkBeamSearch(request, beamSearch.width);
  } else if (n > 1 && temperature < greedyTemperature) {
    throw invalid(
      "n",
      `n is ${n} with a temperature of ${temperature}: greedy completions would all be the same. Ask for one, or raise the temperature.`,
    );
  }
}

/** Beam search knows neither drawing nor filters; a parameter that would have no effect is refused rather than ignored. */
function checkBeamSearch(request: SampleRequest, width: number): void {
  const { n = width } = request;
  if (n > width) {
    throw invalid("n", `n is ${n}, more than the beam search's width of ${width}.`);
  }
  const without: [string, boolean][] = [
    ["topP", (request.topP ?? 1) !== 1],
    ["topK", (request.topK ?? 0) > 0],
    ["minP", (request.minP ?? 0) !== 0],
    ["repetitionPenalty", (request.repetitionPenalty ?? 1) !== 1],
    ["frequencyPenalty", (request.frequencyPenalty ?? 0) !== 0],
    ["presencePenalty", (request.presencePenalty ?? 0) !== 0],
    ["logitBias", (request.logitBias?.size ?? 0) > 0],
    ["allowedTokens", request.allowedTokens !== undefined],
    ["badWords", (request.badWords ?? []).length > 0],
    ["excludedTexts", (request.excludedTexts ?? []).length > 0],
    ["minTokens", (request.minTokens ?? 0) > 0],
    ["stopTokens", (request.stopTokens ?? []).length > 0],
    ["stopStrings", (request.stopStrings ?? []).length > 0],
    ["constraint", request.constraint !== undefined],
    ["wholeCharacters", request.wholeCharacters === true],
  ];
  for (const [parameter, isGiven] of without) {
    if (isGiven) {
      throw invalid(
        parameter,
        `${parameter} has no effect on beam search: leave one of the two out.`,
      );
    }
  }
}
