/** Run as a process: does the work of training jobs on an engine of its own, in the folder of its argument. */
import {
  type Datum,
  type EmbeddedEngine,
  loomModelId,
  type ModelHandle,
  openEmbeddedEngine,
} from "@heddle/engine";
import { completionDatum } from "@heddle/engine/losses";
import { serveOrders } from "../processes/serve-orders.ts";
import type { BareOrder, BareRun, SampledRow } from "./bare-order.ts";
import { batchSize, learningRate, lesson } from "./lessons.ts";

const [directory = ""] = process.argv.slice(2);
const opened: { engine?: EmbeddedEngine } = {};
/** What jobs of the server use (training-api §7.5, §8.3). */
const adam = { betas: [0.9, 0.99] as const, epsilon: 1e-8, learningRate };

/** The lessons of one step, in tokens. */
async function batch(engine: EmbeddedEngine, first: number): Promise<readonly Datum[]> {
  const text = engine.text(loomModelId);
  const texts = await Promise.all(
    Array.from({ length: batchSize }, async (_, at) => {
      const { question, answer } = lesson(first + at);
      return {
        prompt: await text.encodePrompt({ messages: [{ role: "user", content: question }] }),
        completion: await text.encode(`${answer}<|im_end|>`),
      };
    }),
  );
  const trained = texts.reduce((sum, { completion }) => sum + completion.length, 0);
  return texts.map(({ prompt, completion }) =>
    completionDatum(prompt, completion, { weight: 1 / trained }),
  );
}

async function onExamples(
  engine: EmbeddedEngine,
  handle: ModelHandle,
  batches: readonly (readonly Datum[])[],
): Promise<number> {
  let tokens = 0;
  for (const data of batches) {
    for (const { inputTokens } of data) tokens += inputTokens.length;
    await engine.accumulate(handle, data, { name: "cross_entropy" });
    await engine.step(handle, { ...adam, weightDecay: 0, clipNorm: 1 });
  }
  return tokens;
}

async function byReward(
  engine: EmbeddedEngine,
  handle: ModelHandle,
  row: readonly SampledRow[],
): Promise<number> {
  const data = row.map(({ prompt, completion, logprobs, advantage, weight }) =>
    completionDatum(prompt, completion, { advantage, weight, logprobs }),
  );
  await engine.accumulate(handle, data, { name: "cispo", clipLow: 0, clipHigh: 5 });
  await engine.step(handle, { ...adam, weightDecay: 0.1, clipNorm: 0.1 });
  return data.reduce((sum, { inputTokens }) => sum + inputTokens.length, 0);
}

await serveOrders(
  async () => {
    opened.engine = await openEmbeddedEngine({ directory });
    return {};
  },
  async (order: BareOrder): Promise<BareRun> => {
    const { engine } = opened;
    if (!engine) throw new Error("The engine is not open.");
    // Before the clock runs, which measures training alone.
    const batches: (readonly Datum[])[] = [];
    if (order.kind === "examples") {
      for (let first = 0; first < order.lessons; first += batchSize) {
        batches.push(await batch(engine, first));
      }
    }
    const modelKey = crypto.randomUUID();
    const cpuBefore = process.cpuUsage();
    const startedAt = performance.now();
    const lora = { rank: 8, alpha: 16, seed: 3407 };
    const handle = await engine.openModel({ modelKey, baseModel: loomModelId, lora });
    const tokens =
      order.kind === "examples"
        ? await onExamples(engine, handle, batches)
        : await byReward(engine, handle, order.row);
    await engine.saveState(handle, "end");
    await engine.publish(handle, "end");
    await engine.close(handle);
    const { user, system } = process.cpuUsage(cpuBefore);
    const seconds = (performance.now() - startedAt) / 1000;
    return { tokens, seconds, cpuSeconds: (user + system) / 1e6 };
  },
  async () => opened.engine?.shutdown(),
);
