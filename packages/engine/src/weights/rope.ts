import type { RopeScaling } from "../model/shape.ts";
import type { ConfigFields } from "./config-fields.ts";

/** What a configuration says of the rotary embedding. */
export interface Rope {
  readonly ropeTheta: number;
  readonly ropeScaling?: RopeScaling;
}

/** The base of the rotary frequencies where a configuration names none (Su et al., 2021). */
const defaultTheta = 10_000;

/**
 * The rotary embedding of a configuration, in its new form (`rope_parameters`) or its old one (`rope_theta` beside
 * `rope_scaling`, whose kind is called `rope_type` or `type`).
 * Throws `unsupported` naming a kind that cannot be run.
 */
export function ropeOf(config: ConfigFields): Rope {
  const parameters = config.object("rope_parameters") ?? config.object("rope_scaling");
  const ropeTheta =
    parameters?.number("rope_theta") === undefined
      ? config.positive("rope_theta", defaultTheta)
      : parameters.positive("rope_theta");
  for (const fields of [config, parameters]) {
    const rotated = fields?.number("partial_rotary_factor") ?? 1;
    if (rotated !== 1) {
      throw config.unsupported(
        `partial_rotary_factor ${rotated}`,
        "This engine rotates whole heads: choose a model that does so.",
      );
    }
  }
  const ropeScaling = parameters === undefined ? undefined : scalingOf(parameters, config);
  return ropeScaling === undefined ? { ropeTheta } : { ropeTheta, ropeScaling };
}

function scalingOf(parameters: ConfigFields, config: ConfigFields): RopeScaling | undefined {
  const kind = parameters.text("rope_type") ?? parameters.text("type");
  switch (kind) {
    case "default":
      return undefined;
    case "linear":
      return { kind, factor: parameters.positive("factor") };
    case "llama3":
      return {
        kind,
        factor: parameters.positive("factor"),
        lowFrequencyFactor: parameters.positive("low_freq_factor"),
        highFrequencyFactor: parameters.positive("high_freq_factor"),
        originalContextTokens: parameters.size(
          "original_max_position_embeddings",
          config.size("max_position_embeddings"),
        ),
      };
    case undefined:
      if (parameters.names().every((name) => name === "rope_theta")) return undefined;
      throw parameters.lacks("rope_type");
    default:
      throw config.unsupported(
        `rotary embedding of kind ${JSON.stringify(kind)}`,
        "Use default, linear or llama3; many models also work without it at shorter contexts.",
      );
  }
}
