import { firstToken, promptToken } from "../contestants/decoding.ts";
import { randomBatch } from "../contestants/training.ts";
import { shapes, type ShapeName } from "../models/shapes.ts";
import type { SideJob } from "./side.ts";

/** A job that sides are compared by. */
export interface MeasuredJob {
  readonly work: "prompt" | "one stream" | "eight streams" | "adapter step";
  readonly job: SideJob;
  /** Of the prompt, of all streams, or of a step. */
  readonly tokens: number;
  readonly turns: number;
}

/** The jobs for a model of this shape: a prompt of 128, one stream, eight, a step of 4 × 128. */
export function measuredJobs(model: ShapeName): MeasuredJob[] {
  const isLarge = model === "medium";
  const turns = isLarge ? 7 : 15;
  const [one, eight] = isLarge ? [16, 8] : [128, 64];
  const { inputTokens, targetTokens } = randomBatch(4, 128, shapes[model].vocabulary);
  const train: SideJob = {
    kind: "train",
    inputTokens: inputTokens.map((row) => [...row]),
    targetTokens: targetTokens.map((row) => [...row]),
  };
  return [
    { work: "prompt", job: { kind: "prompt", prompt: promptOf(128) }, tokens: 128, turns },
    { work: "one stream", job: streams(1, one), tokens: one, turns },
    { work: "eight streams", job: streams(8, eight), tokens: 8 * eight, turns },
    { work: "adapter step", job: train, tokens: 512, turns: isLarge ? 3 : turns },
  ];
}

/** A prompt of so many tokens. */
export function promptOf(length: number): number[] {
  return Array.from({ length }, (_, position) => promptToken(position));
}

function streams(count: number, tokens: number): SideJob {
  const first = Array.from({ length: count }, (_, stream) => firstToken(stream));
  return { kind: "decode", first, tokens };
}
