import type { AdamParameters, EngineProfile } from "@heddle/engine";

/** The optimizer of the reference for training by reward (training-api §7.5): AdamW, with the epsilon of its library. */
const optimizer = { betas: [0.9, 0.99], epsilon: 1e-8, weightDecay: 0.1, clipNorm: 0.1 } as const;

/** A step's parameters: those of them that the engine honours, as it refuses others. */
export function adamOf(
  learningRate: number,
  { honouredAdam }: Pick<EngineProfile, "honouredAdam">,
): AdamParameters {
  const honoured = honouredAdam.map((name) => [name, optimizer[name]] as const);
  return { learningRate, ...Object.fromEntries(honoured) };
}
