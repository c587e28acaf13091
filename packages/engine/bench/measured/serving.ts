/**
 * `node packages/engine/bench/measured/serving.ts FOLDER MEMORY`: what it takes to serve the model of a folder in an engine
 * of so many bytes, by the built package and its public interface. Prints JSON for `known-models.ts`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SamplingTarget } from "../../src/index.ts";

/** The figures of one model. */
export interface Serving {
  /** Until the engine is open: the folder is read and checked, its weights are not. */
  readonly openMs: number;
  /** From the first request to its first token: tokenizer and weights are loaded meanwhile. */
  readonly loadMs: number;
  /** Of the engine's memory, once it is loaded and has answered a token. */
  readonly usedBytes: number;
  /** Tokens a second of one stream, of eight together, and of a prompt of 256 tokens. */
  readonly streamTokensPerS: number;
  readonly eightTokensPerS: number;
  readonly promptTokensPerS: number;
}

const [folder, memory] = process.argv.slice(2);
if (folder === undefined) throw new Error("Name the folder of a model.");
const built = new URL("../../dist/index.js", import.meta.url).href;
const { openEmbeddedEngine } = (await import(built)) as typeof import("../../src/index.ts");
const directory = mkdtempSync(join(tmpdir(), "heddle-bench-serving-"));
const target: SamplingTarget = { kind: "base", baseModel: "measured" };
const openedAt = performance.now();
const engine = await openEmbeddedEngine({
  directory,
  models: { measured: folder },
  maxMemoryBytes: Number(memory),
});
const openMs = performance.now() - openedAt;
const loadMs = await sampled(1, 1);
const usedBytes = engine.statistics().usedKibibytes * 1024;
const streamMs = Math.min(await sampled(2, 25), await sampled(3, 25));
const eightMs = await timed(() =>
  Promise.all([4, 5, 6, 7, 8, 9, 10, 11].map((s) => sampled(s, 13))),
);
const promptMs = await timed(() => sampled(12, 1, 256));
await engine.shutdown();
rmSync(directory, { recursive: true, force: true });
const report: Serving = {
  openMs,
  loadMs,
  usedBytes,
  streamTokensPerS: 24_000 / streamMs,
  eightTokensPerS: (8 * 13_000) / eightMs,
  promptTokensPerS: 256_000 / promptMs,
};
console.log(JSON.stringify(report));

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/** Milliseconds from the first token of a sample to its last; from the request where there is but one. */
async function sampled(seed: number, maxTokens: number, promptTokens = 8): Promise<number> {
  const prompt = Int32Array.from({ length: promptTokens }, (_, i) => (seed * 31 + i * 7) % 256);
  const from = performance.now();
  let firstAt = from;
  const request = { prompt, maxTokens, temperature: 0, ignoreEnd: true };
  for await (const event of engine.sample(target, request)) {
    if (event.kind === "tokens" && maxTokens > 1 && firstAt === from) firstAt = performance.now();
  }
  return performance.now() - firstAt;
}
