import { loomModelId } from "@heddle/engine";

/**
 * Learning rates that suit base models, by their ids. With this one the built-in model learns an
 * answer in 30 steps (`checkpoints/handlers.test.ts`). Clients send 0.000005 by default, for models
 * of billions of parameters.
 */
export const suitingRates: ReadonlyMap<string, number> = new Map([[loomModelId, 0.003]]);
