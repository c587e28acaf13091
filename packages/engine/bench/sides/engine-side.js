/**
 * `node engine-side.js DIST FOLDER THREADS`: the built engine through its public interface, as a side of `../beside.ts`,
 * with the model of a folder. Plain JavaScript, because an older Node runs it too.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [dist, folder, threads] = process.argv.slice(2);
const { openEmbeddedEngine } = await import(pathToFileURL(join(dist, "index.js")).href);
const baseModel = "bench/model";
const target = { kind: "base", baseModel };
const lora = { rank: 8, alpha: 16, seed: 2 };
const adam = { learningRate: 1e-3, betas: [0.9, 0.95], epsilon: 1e-8, clipNorm: 1 };
const directory = mkdtempSync(join(tmpdir(), "heddle-bench-side-"));
const engine = await openEmbeddedEngine({
  directory,
  threads: Number(threads),
  models: { [baseModel]: folder },
});
let prompts = 0;
let trained;
try {
  for await (const line of createInterface(process.stdin)) {
    const { job, repeats, score } = JSON.parse(line);
    const answer = score === undefined ? await timed(job, repeats) : await scored(score);
    process.stdout.write(`${JSON.stringify(answer)}\n`);
  }
} finally {
  await engine.shutdown();
  rmSync(directory, { recursive: true, force: true });
}

async function scored(tokens) {
  return (await engine.score(target, Int32Array.from(tokens))).slice(1);
}

async function timed(job, repeats) {
  const cpu = process.cpuUsage();
  const from = performance.now();
  for (let repeat = 0; repeat < repeats; repeat += 1) await run(job);
  const ms = performance.now() - from;
  const { user, system } = process.cpuUsage(cpu);
  return { ms, cpuMs: (user + system) / 1000 };
}

function run(job) {
  if (job.kind === "train") return step(job);
  if (job.kind === "decode")
    return Promise.all(job.first.map((token) => take([token], job.tokens)));
  // A salt of its own: nothing is taken over from the prompt before.
  return take(job.prompt, 1, { cacheSalt: String((prompts += 1)) });
}

async function take(prompt, maxTokens, options = {}) {
  const request = { prompt: Int32Array.from(prompt), maxTokens, temperature: 0, ignoreEnd: true };
  let count = 0;
  for await (const event of engine.sample(target, { ...request, ...options }))
    if (event.kind === "tokens") count += event.tokens.length;
  if (count !== maxTokens)
    throw new Error(`${count} tokens came back, ${maxTokens} were asked for.`);
}

async function step({ inputTokens, targetTokens }) {
  trained ??= await engine.openModel({ modelKey: "bench", baseModel, lora });
  const share = 1 / inputTokens.flat().length;
  const data = inputTokens.map((tokens, row) => ({
    inputTokens: Int32Array.from(tokens),
    targetTokens: Int32Array.from(targetTokens[row]),
    weights: new Float32Array(tokens.length).fill(share),
  }));
  await engine.accumulate(trained, data, { name: "cross_entropy" });
  await engine.step(trained, adam);
}
