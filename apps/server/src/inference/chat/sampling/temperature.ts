import type { GenerationDefaults } from "@heddle/engine";
import type { ChatRequest } from "../requests/chat-request.ts";

/** Below this, a temperature means: always the likeliest token. */
const greedyBelow = 1e-5;
/** A temperature above that and below this is raised to it. */
const lowest = 0.01;

/** How tokens are drawn. */
export interface Drawing {
  /** 0 takes the likeliest token. */
  readonly temperature: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly minP?: number;
}

/**
 * How to draw tokens: as the request says, otherwise as the makers of the model propose, otherwise
 * from the whole distribution at temperature 1. Reference: inference-api §6.1.
 */
export function drawing(request: ChatRequest, defaults: GenerationDefaults): Drawing {
  const wanted = request.temperature ?? proposedTemperature(request, defaults) ?? 1;
  // Filters of a distribution that is not drawn from have no effect.
  if (wanted < greedyBelow) return { temperature: 0 };
  return {
    temperature: Math.max(wanted, lowest),
    topP: request.top_p ?? defaults.topP ?? 1,
    topK: request.top_k ?? defaults.topK ?? 0,
    minP: request.min_p ?? defaults.minP ?? 0,
  };
}

/** Who asks for several choices and names no temperature wants them to differ, whatever the makers propose for one. */
function proposedTemperature(
  { n, use_beam_search: isBeamSearch }: ChatRequest,
  { temperature }: GenerationDefaults,
): number | undefined {
  const areChoicesDrawn = (n ?? 1) > 1 && isBeamSearch !== true;
  return areChoicesDrawn && temperature === 0 ? undefined : temperature;
}
