/**
 * `node packages/engine/bench/measured/opening.ts FOLDER SEQUENCES TOKENS`: what it takes to open an engine with the model of
 * a folder and to serve with it, by the built package and its public interface. SEQUENCES prompts of TOKENS tokens stay in
 * the cache to see what they take. Prints JSON for `start.ts`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryUsage } from "node:process";
import type { EmbeddedEngine, SamplingTarget } from "../../src/index.ts";
import { loomModelId } from "../../src/loom.ts";

/** The figures of one opening. */
export interface Opening {
  /** Until `openEmbeddedEngine` resolves; modules are loaded before. */
  readonly readyMs: number;
  /** From the first request ever to its first token: tokenizer and weights are loaded meanwhile. */
  readonly firstRequestMs: number;
  /** From a later request, a prompt of 32 tokens, to its first token. */
  readonly firstTokenMs: readonly number[];
  /** The same from a text of 32 bytes. */
  readonly fromTextMs: readonly number[];
  /** Resident: before the engine is opened, open, and when it has served. */
  readonly emptyBytes: number;
  readonly openBytes: number;
  readonly servingBytes: number;
  /** Of the engine's memory. */
  readonly bytesPerToken: number;
  readonly bytesPerModel: number;
  readonly bytesPerSampler: number;
}

const [folder, sequences, tokens] = process.argv.slice(2);
if (folder === undefined) throw new Error("Name the folder of a model.");
const built = new URL("../../dist/index.js", import.meta.url).href;
const { openEmbeddedEngine } = (await import(built)) as typeof import("../../src/index.ts");
const directory = mkdtempSync(join(tmpdir(), "heddle-bench-opening-"));
const base: SamplingTarget = { kind: "base", baseModel: loomModelId };
const emptyBytes = memoryUsage.rss();
const openedAt = performance.now();
const engine = await openEmbeddedEngine({ directory, models: { [loomModelId]: folder } });
const readyMs = performance.now() - openedAt;
const openBytes = memoryUsage.rss();
const firstRequestMs = await firstToken(prompt(0, 32));
const repeats = Array.from({ length: 30 }, (_, repeat) => repeat + 1);
const firstTokenMs: number[] = [];
const fromTextMs: number[] = [];
for (const repeat of repeats) {
  firstTokenMs.push(await firstToken(prompt(repeat, 32)));
  const from = performance.now();
  const text = `What is ${repeat} and what is not?`.padEnd(32, "?");
  await firstToken(await engine.text(loomModelId).encode(text));
  fromTextMs.push(performance.now() - from);
}
const bytesPerToken = await bytesOfTokens(Number(sequences), Number(tokens));
const servingBytes = memoryUsage.rss();
const { bytesPerModel, bytesPerSampler } = await bytesOfAdapters(4);
await engine.shutdown();
rmSync(directory, { recursive: true, force: true });
const report: Opening = {
  readyMs,
  firstRequestMs,
  firstTokenMs,
  fromTextMs,
  emptyBytes,
  openBytes,
  servingBytes,
  bytesPerToken,
  bytesPerModel,
  bytesPerSampler,
};
console.log(JSON.stringify(report));

/** Different from the first token on for each seed below 256: nothing is shared. */
function prompt(seed: number, length: number): Int32Array {
  return Int32Array.from({ length }, (_, i) => (seed + i * 7) % 256);
}

/** Milliseconds to the first token of one sample, which is then given up. */
async function firstToken(
  prompt: Int32Array,
  target: SamplingTarget = base,
  open: EmbeddedEngine = engine,
): Promise<number> {
  const from = performance.now();
  const request = { prompt, maxTokens: 8, temperature: 0, ignoreEnd: true };
  for await (const event of open.sample(target, request))
    if (event.kind === "tokens") return performance.now() - from;
  throw new Error("No token came.");
}

function usedBytes(): number {
  return engine.statistics().usedKibibytes * 1024;
}

async function bytesOfTokens(count: number, length: number): Promise<number> {
  const before = usedBytes();
  for (let i = 0; i < count; i += 1) await engine.score(base, prompt(100 + i, length));
  return (usedBytes() - before) / (count * length);
}

/** Of adapters of rank 8 on all linear maps: open for training, and published. */
async function bytesOfAdapters(
  count: number,
): Promise<Pick<Opening, "bytesPerModel" | "bytesPerSampler">> {
  const start = usedBytes();
  const keys = Array.from({ length: count }, (_, i) => `adapter-${i}`);
  const handles = await Promise.all(
    keys.map((modelKey) =>
      engine.openModel({ modelKey, baseModel: loomModelId, lora: { rank: 8 } }),
    ),
  );
  const opened = usedBytes();
  const samplers = await Promise.all(handles.map((handle) => engine.publish(handle, "1")));
  for (const handle of handles) await engine.close(handle);
  const closed = usedBytes();
  for (const sampler of samplers) await firstToken(prompt(1, 4), sampler);
  return {
    bytesPerModel: (opened - start) / count,
    bytesPerSampler: (usedBytes() - closed) / count,
  };
}
