import { join } from "node:path";
import { completionsOf, openEmbeddedEngine, type SamplingTarget } from "@heddle/engine";
import { completionDatum } from "@heddle/engine/losses";
import { openRecords } from "../../store/records/records.ts";
import { Checkpoints } from "../checkpoints/checkpoints.ts";
import type { TrainingServer } from "./training-server.ts";

/** What one step learns: the answer to a question. */
export interface Lesson {
  readonly question: string;
  readonly answer: string;
}

/** Trains a model of a stopped server, one checkpoint for each lesson. */
export async function trainSteps(
  server: TrainingServer,
  modelId: string,
  lessons: readonly Lesson[],
): Promise<void> {
  const engine = await openEmbeddedEngine({ directory: join(server.root, "data/engine") });
  const records = await openRecords({ file: server.recordsFile });
  try {
    const checkpoints = new Checkpoints({ records, onRetired: () => {} });
    const text = engine.text("heddle/loom");
    const lora = { rank: 8 };
    const handle = await engine.openModel({ modelKey: modelId, baseModel: "heddle/loom", lora });
    for (const { question, answer } of lessons) {
      const messages = [{ role: "user", content: question }];
      const prompt = await text.encodePrompt({ messages, addGenerationPrompt: true });
      const data = [completionDatum(prompt, await text.encode(`${answer}<|im_end|>`))];
      for (let i = 0; i < 30; i++) {
        await engine.accumulate(handle, data, { name: "cross_entropy" });
        await engine.step(handle, { learningRate: 3e-3 });
      }
      const samplerVersion = crypto.randomUUID();
      await engine.publish(handle, samplerVersion);
      const metrics = { "loss/train": 0.5 };
      await checkpoints.add(modelId, { samplerVersion, stateName: null, jobKind: null, metrics });
    }
    await engine.close(handle);
  } finally {
    await records.close();
    await engine.shutdown();
  }
}

/** What the engine of a stopped server samples for a question from a base model or a fresh adapter. */
export async function freshAnswers(
  server: TrainingServer,
  question: string,
  maxTokens: number,
  seed: number,
): Promise<readonly { tokens: readonly number[]; logprobs: readonly number[] }[]> {
  const engine = await openEmbeddedEngine({ directory: join(server.root, "data/engine") });
  try {
    const modelKey = `fresh-${crypto.randomUUID()}`;
    const baseModel = "heddle/loom";
    const handle = await engine.openModel({ modelKey, baseModel, lora: { rank: 8, seed: 7 } });
    const fresh = await engine.publish(handle, "0");
    await engine.close(handle);
    const messages = [{ role: "user", content: question }];
    const prompt = await engine
      .text(baseModel)
      .encodePrompt({ messages, addGenerationPrompt: true });
    const targets: readonly SamplingTarget[] = [{ kind: "base", baseModel }, fresh];
    return await Promise.all(
      targets.map(async (target) => {
        const [answer] = await completionsOf(engine.sample(target, { prompt, maxTokens, seed }));
        return { tokens: [...answer.tokens], logprobs: [...answer.logprobs] };
      }),
    );
  } finally {
    await engine.shutdown();
  }
}
