import type { Bench } from "../bench.ts";
import type { Table } from "../report/table.ts";
import { engineBesideTable, measureEngineBeside } from "./engine-beside.ts";
import { engineDecodeTable, measureEngineDecode } from "./engine-decode.ts";
import { engineDeterminismTable, measureEngineDeterminism } from "./engine-determinism.ts";
import { engineKernelsTable, measureEngineKernels } from "./engine-kernels.ts";
import { engineLearningTable, measureEngineLearning } from "./engine-learning.ts";
import { engineModelsTable, measureEngineModels } from "./engine-models.ts";
import { engineStartTable, measureEngineStart } from "./engine-start.ts";
import { engineTrainTable, measureEngineTrain } from "./engine-train.ts";

/** A part that measures the embedded engine. */
export type EnginePart =
  | "engine-kernels"
  | "engine-decode"
  | "engine-train"
  | "engine-start"
  | "engine-learning"
  | "engine-determinism"
  | "engine-models"
  | "engine-beside";

const tables: Readonly<Record<EnginePart, (bench: Bench) => Promise<Table>>> = {
  "engine-kernels": async (bench) => engineKernelsTable(await measureEngineKernels(bench)),
  "engine-decode": async (bench) => engineDecodeTable(await measureEngineDecode(bench), bench),
  "engine-train": async (bench) => engineTrainTable(await measureEngineTrain(bench), bench),
  "engine-start": async (bench) => engineStartTable(await measureEngineStart(bench)),
  "engine-learning": async (bench) => engineLearningTable(await measureEngineLearning(bench)),
  "engine-determinism": async (bench) =>
    engineDeterminismTable(await measureEngineDeterminism(bench)),
  "engine-models": async (bench) => engineModelsTable(await measureEngineModels(bench)),
  "engine-beside": async (bench) => engineBesideTable(await measureEngineBeside(bench)),
};

export function isEnginePart(name: string): name is EnginePart {
  return name in tables;
}

/** Measures the given parts, in the given order. */
export async function* measureEngine(
  asked: readonly EnginePart[],
  bench: Bench,
): AsyncGenerator<Table> {
  for (const part of asked) {
    bench.say(part);
    yield await tables[part](bench);
  }
}
