import type { Datum } from "../../datum.ts";
import type { Engine, ModelHandle, OpenModel, SamplingTarget } from "../../engine.ts";
import type { SampleEvent, SampleRequest } from "../../sampling.ts";
import { type EmbeddedEngine, openEmbeddedEngine } from "../embedded-engine.ts";
import type { EmbeddedEngineOptions } from "../embedded-options.ts";
import { temporaryFolder, writeTinyModel } from "./tiny-model.ts";

/** The base model of test engines. */
export const tiny = "test/tiny";
export const tinyBase: SamplingTarget = { kind: "base", baseModel: tiny };

/** An engine over a tiny model in a folder of its own, which goes with it. */
export interface OpenedEngine {
  readonly engine: EmbeddedEngine;
  readonly folder: string;
  /** Closes the engine and opens another one over the same directory. */
  reopen(options?: Partial<EmbeddedEngineOptions>): Promise<EmbeddedEngine>;
  close(): Promise<void>;
}

/** The built-in model is replaced, too: its weights are none of these tests' business. */
export async function openTestEngine(
  options: Partial<EmbeddedEngineOptions> = {},
): Promise<OpenedEngine> {
  const { folder, remove } = temporaryFolder();
  const model = await writeTinyModel(`${folder}/model`);
  const open = (changes: Partial<EmbeddedEngineOptions>): Promise<EmbeddedEngine> =>
    openEmbeddedEngine({
      directory: `${folder}/data`,
      threads: 1,
      maxMemoryBytes: 2 ** 28,
      ...options,
      ...changes,
      models: { "heddle/loom": model, [tiny]: model, ...options.models, ...changes.models },
    });
  let engine = await open({});
  return {
    get engine() {
      return engine;
    },
    folder,
    reopen: async (changes = {}) => {
      await engine.shutdown();
      engine = await open(changes);
      return engine;
    },
    close: async () => {
      await engine.shutdown();
      remove();
    },
  };
}

/** What to open in most tests. */
export function tinyOpening(modelKey: string, changes: Partial<OpenModel> = {}): OpenModel {
  return { modelKey, baseModel: tiny, lora: { rank: 4, seed: 7 }, ...changes };
}

/** A sequence to learn, different for each seed. */
export function lesson(length: number, seed = 0): Datum {
  const tokens = Int32Array.from({ length: length + 1 }, (_, at) => (at * 5 + seed * 17 + 3) % 200);
  return { inputTokens: tokens.slice(0, -1), targetTokens: tokens.slice(1) };
}

/** One step on a lesson. */
export async function learn(
  engine: Engine,
  handle: ModelHandle,
  data: readonly Datum[] = [lesson(24)],
  learningRate = 1e-3,
): Promise<void> {
  await engine.accumulate(handle, data, { name: "cross_entropy" });
  await engine.step(handle, { learningRate });
}

/** Log-probabilities of a lesson under the weights of now. */
export async function probe(engine: Engine, handle: ModelHandle): Promise<number[]> {
  const { logprobs } = await engine.forward(handle, [lesson(24)]);
  return [...(logprobs[0] ?? [])];
}

/** All events of a sample. */
export async function eventsOf(events: AsyncIterable<SampleEvent>): Promise<SampleEvent[]> {
  const all: SampleEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

/** The tokens of one completion. */
export async function sampledTokens(
  engine: Engine,
  target: SamplingTarget,
  request: SampleRequest,
): Promise<number[]> {
  const events = await eventsOf(engine.sample(target, request));
  return events.flatMap((event) => (event.kind === "tokens" ? [...event.tokens] : []));
}

/** A request that goes on for as long as it may. */
export function longRequest(seed: number, changes: Partial<SampleRequest> = {}): SampleRequest {
  return {
    prompt: Int32Array.of(72, 101, 108, 108, 111, seed),
    maxTokens: 400,
    seed,
    ignoreEnd: true,
    ...changes,
  };
}
