import { ConfigFields } from "./config-fields.ts";

/** How its makers would sample a model, as far as `generation_config.json` says. */
export interface GenerationDefaults {
  /** 0 where the file asks for the likeliest token (`do_sample` false). */
  readonly temperature?: number;
  readonly topP?: number;
  readonly topK?: number;
  readonly minP?: number;
  readonly repetitionPenalty?: number;
  readonly maxTokens?: number;
}

/**
 * The defaults of a `generation_config.json`. A `do_sample` that is left out does not count as false: the file then
 * only leaves the choice to the request.
 */
export function generationDefaultsOf(generation: ConfigFields): GenerationDefaults {
  const isGreedy =
    generation.value("do_sample") !== undefined && !generation.flag("do_sample", true);
  const values: Record<keyof GenerationDefaults, number | undefined> = {
    temperature: isGreedy ? 0 : generation.number("temperature"),
    topP: generation.number("top_p"),
    topK: generation.number("top_k"),
    minP: generation.number("min_p"),
    repetitionPenalty: generation.number("repetition_penalty"),
    maxTokens: generation.number("max_new_tokens"),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
