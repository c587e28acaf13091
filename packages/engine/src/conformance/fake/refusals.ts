import type { AdamParameters } from "../../datum.ts";
import type { OpenModel } from "../../engine.ts";
import { EngineError } from "../../errors.ts";
import type { BaseModel } from "../../profile.ts";

/** What the fake lacks, by name, and what to do instead. */
export function unsupported(parameter: string, what: string, remedy: string): EngineError {
  return new EngineError("unsupported", `the fake engine does not have ${what}; ${remedy}`, {
    parameter,
  });
}

export function checkOpenModel({ modelKey, lora }: OpenModel, { maxRank }: BaseModel): void {
  if (!/^[\w.-]{1,200}$/.test(modelKey)) {
    throw new EngineError("invalid", `"${modelKey}" is no model key`, { parameter: "modelKey" });
  }
  if (!Number.isInteger(lora.rank) || lora.rank < 1) {
    throw new EngineError("invalid", `the rank must be at least 1; got ${lora.rank}`, {
      parameter: "lora.rank",
    });
  }
  if (lora.rank > maxRank) {
    throw unsupported("lora.rank", `rank ${lora.rank}`, `take one of at most ${maxRank}`);
  }
}

export function checkAdam({ learningRate, betas = [0, 0], ...others }: AdamParameters): void {
  const numbers = { learningRate, ...others, betas: betas[0], "betas[1]": betas[1] };
  for (const [parameter, value] of Object.entries(numbers)) {
    if (Number.isFinite(value) && value >= 0) continue;
    throw new EngineError("invalid", `${parameter} must be a number of at least 0; got ${value}`, {
      parameter,
    });
  }
}
