import type { AdapterFile, Engine } from "../../engine.ts";
import { readSafetensors, toFloats } from "../../weights/safetensors.ts";
import type { ConformanceContext } from "../context.ts";
import { Disk } from "./disk.ts";
import { FakeEngine } from "./fake-engine.ts";
import { jobsOver } from "./jobs.ts";
import type { Restartable } from "./job-runner.ts";
import { decodeFake, LanguageModel, logSoftmax } from "./language-model.ts";
import { at } from "./shape.ts";
import { LowRank } from "./low-rank.ts";
import { fakeBase } from "./profile.ts";
import { fakeTinker } from "./tinker.ts";
import { fakeUpstream } from "./upstream.ts";

/** All that the suite can ask for, by fakes; `wrap` puts a defect around the engine. */
export function fakeContext(
  wrap: (engine: Engine) => Engine = (engine) => engine,
): ConformanceContext {
  return {
    open: async () => wrap(new FakeEngine()),
    baseModel: fakeBase,
    learningRate: 0.05,
    decode: decodeFake,
    mergedScores: async (files, tokens) => mergedScores(files, tokens),
    jobs: jobsOver(restartableFake, fakeBase),
    tinker: fakeTinker(),
    upstream: fakeUpstream(),
  };
}

/** A fake that can be ended from outside; the next one finds its disk. */
export async function restartableFake(): Promise<Restartable> {
  const disk = new Disk();
  let engine = new FakeEngine(disk);
  let instances = 1;
  return {
    engine,
    restart: async () => {
      await engine.shutdown();
      instances += 1;
      engine = new FakeEngine(disk, `fake-${instances}`);
      return engine;
    },
  };
}

/** Scores with W + (α/r)·B·A in place of W, made from the files alone. */
function mergedScores(files: readonly AdapterFile[], tokens: Int32Array): (number | null)[] {
  const bytesOf = (name: string): Uint8Array =>
    files.find((file) => file.name === name)?.bytes ?? new Uint8Array();
  const config = JSON.parse(new TextDecoder().decode(bytesOf("adapter_config.json"))) as {
    readonly r: number;
    readonly lora_alpha: number;
  };
  const { tensors } = readSafetensors(
    bytesOf("adapter_model.safetensors"),
    "adapter_model.safetensors",
  );
  const values = ["A", "B"].flatMap((side) => {
    const tensor = tensors.get(`base_model.model.lm_head.lora_${side}.weight`);
    if (tensor === undefined) throw new Error(`no lora_${side}`);
    const floats = new Float32Array(tensor.shape.reduce((product, size) => product * size, 1));
    toFloats(tensor, floats);
    return [...floats];
  });
  const adapter = new LowRank(config.r, config.lora_alpha, Float32Array.from(values));
  const model = new LanguageModel(42);
  return Array.from(tokens, (token, t) => {
    if (t === 0) return null;
    return at(logSoftmax(model.logits(model.features(tokens, t - 1), adapter)), token);
  });
}
