import type { OpenModel } from "../engine.ts";
import { EngineError } from "../errors.ts";
import type { RestoredModel } from "../worker/protocol.ts";
import type { CheckpointStore } from "./checkpoint-store.ts";
import { checkName } from "./names.ts";
import type { OpenHandles } from "./open-handles.ts";
import { readStateFile } from "./state-file.ts";

/** The file of a training state. */
export const stateFileName = "state.safetensors";

const defaultAlpha = 32;
const targetNames: readonly unknown[] = ["all", "attention", "mlp"];

/** What a model is opened with, all defaults filled in. */
export interface ResolvedOpening {
  readonly alpha: number;
  readonly restore: RestoredModel | null;
}

/**
 * What can be wrong with `openModel` whichever models there are. Throws `invalid`, naming the parameter, and
 * `unsupported` for a rank that this engine does not take.
 */
export function checkOpening({ modelKey, lora }: OpenModel, maxRank: number): void {
  checkName(modelKey, "modelKey");
  const { rank, alpha = defaultAlpha, seed = 0, targets = "all" } = lora;
  if (!Number.isInteger(rank) || rank < 1) {
    throw invalid("lora.rank", `is ${rank}; it has to be a whole number from 1 to ${maxRank}`);
  }
  if (rank > maxRank) {
    throw new EngineError(
      "unsupported",
      `lora.rank is ${rank}, and the embedded engine takes at most ${maxRank}; use a lower rank or open the engine with a higher limits.maxRank`,
      { parameter: "lora.rank" },
    );
  }
  if (!Number.isFinite(alpha) || alpha <= 0) {
    throw invalid("lora.alpha", `is ${alpha}; it has to be a number above 0`);
  }
  if (!Number.isSafeInteger(seed)) throw invalid("lora.seed", `is ${seed}, not a whole number`);
  if (!targetNames.includes(targets)) {
    throw invalid("lora.targets", `is ${targets as string}; it has to be all, attention or mlp`);
  }
}

/**
 * What a model continues from, checked against what was asked for. Throws `conflict` naming both where they differ,
 * `not_found` where there is nothing to continue.
 */
export async function resolveOpening(
  opening: OpenModel,
  store: CheckpointStore,
  handles: OpenHandles,
): Promise<ResolvedOpening> {
  const { resume, modelKey, lora } = opening;
  if (resume === undefined) return { alpha: lora.alpha ?? defaultAlpha, restore: null };
  if (resume.from === "last-step") {
    const { handle, targets, shadow } = handles.lost(modelKey);
    checkFits(opening, { ...handle, targets }, `the lost model ${modelKey}`);
    return { alpha: handle.alpha, restore: { kind: "shadow", buffer: shadow } };
  }
  const [file] = await store.read(resume.from, [stateFileName]);
  if (file === undefined) throw new Error("a read of one file gave none");
  const state = readStateFile(file.bytes, `${store.folderOf(resume.from)}/${stateFileName}`);
  checkFits(opening, state, `the checkpoint ${resume.from.name} of ${resume.from.modelKey}`);
  return {
    alpha: state.alpha,
    restore: { kind: "checkpoint", state, withOptimizer: resume.withOptimizer },
  };
}

interface Shape {
  readonly baseModel: string;
  readonly rank: number;
  readonly alpha: number;
  readonly targets: string;
}

function checkFits({ baseModel, lora }: OpenModel, found: Shape, what: string): void {
  const wanted: Shape = {
    baseModel,
    rank: lora.rank,
    alpha: lora.alpha ?? found.alpha,
    targets: lora.targets ?? "all",
  };
  for (const field of ["baseModel", "rank", "alpha", "targets"] as const) {
    if (wanted[field] === found[field]) continue;
    throw new EngineError(
      "conflict",
      `${what} has ${field} ${found[field]}, and ${field} ${wanted[field]} was asked for; open it with ${found[field]}`,
      { parameter: field === "baseModel" ? field : `lora.${field}` },
    );
  }
}

function invalid(parameter: string, what: string): EngineError {
  return new EngineError("invalid", `${parameter} ${what}`, { parameter });
}
