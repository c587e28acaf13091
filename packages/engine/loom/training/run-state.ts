import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { EngineError } from "../../src/errors.ts";
import { writeFileDurably } from "../../src/weights/durable-file.ts";
import {
  readSafetensors,
  toFloats,
  writeSafetensors,
  type FloatTensor,
} from "../../src/weights/safetensors.ts";
import type { CurvePoint, TrainingRun } from "./training-run.ts";

const fileName = "run.safetensors";
const blocks = ["weights", "firstMoment", "secondMoment"] as const;

interface Progress {
  readonly step: number;
  readonly tokensSeen: number;
  readonly randomState: number;
  readonly pendingLoss: number;
  readonly curve: readonly CurvePoint[];
  /** Settings and shape, as text: a run goes on only as the run it was. */
  readonly identity: string;
}

function identityOf(run: TrainingRun): string {
  return JSON.stringify([run.settings, run.model.shape]);
}

function floatsOf(run: TrainingRun, block: (typeof blocks)[number], name: string): Float32Array {
  const { weights } = run.model;
  if (block === "weights") return weights.floats(name);
  return block === "firstMoment" ? weights.firstMoment(name) : weights.secondMoment(name);
}

function* tensorsOf(run: TrainingRun): Generator<[string, FloatTensor]> {
  for (const block of blocks) {
    for (const name of run.model.weights.names()) {
      const shape = run.model.weights.shape(name);
      yield [`${block}.${name}`, { dtype: "F32", shape, values: floatsOf(run, block, name) }];
    }
  }
}

/** Writes everything the run needs to go on, as one file: it is there whole or not at all. */
export function saveRun(run: TrainingRun, folder: string): void {
  const progress: Progress = {
    step: run.step,
    tokensSeen: run.tokensSeen,
    randomState: run.random.state,
    pendingLoss: run.pendingLoss,
    curve: run.curve,
    identity: identityOf(run),
  };
  mkdirSync(folder, { recursive: true });
  writeFileDurably(
    join(folder, fileName),
    writeSafetensors(tensorsOf(run), { progress: JSON.stringify(progress) }),
  );
}

/**
 * Takes a run up where `folder` left it; false where nothing was saved there.
 * Throws `conflict` when the folder holds a run of other settings or another shape.
 */
export function resumeRun(run: TrainingRun, folder: string): boolean {
  const path = join(folder, fileName);
  if (!existsSync(path)) return false;
  const { tensors, metadata } = readSafetensors(readFileSync(path), path);
  const progress = JSON.parse(metadata["progress"] ?? "null") as Progress | null;
  if (progress?.identity !== identityOf(run)) {
    throw new EngineError(
      "conflict",
      `${path} belongs to a run with other settings. Give another folder with --state, or delete this one.`,
    );
  }
  for (const block of blocks) {
    for (const name of run.model.weights.names()) {
      const tensor = tensors.get(`${block}.${name}`);
      if (tensor === undefined) throw new EngineError("invalid", `${path} lacks ${block}.${name}.`);
      toFloats(tensor, floatsOf(run, block, name), name);
    }
  }
  run.model.weights.step = progress.step;
  run.tokensSeen = progress.tokensSeen;
  run.random.state = progress.randomState;
  run.pendingLoss = progress.pendingLoss;
  run.curve.splice(0, run.curve.length, ...progress.curve);
  return true;
}
