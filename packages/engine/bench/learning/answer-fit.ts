import { completionsOf } from "../../src/completion.ts";
import type { EmbeddedEngine } from "../../src/embedded/embedded-engine.ts";
import { loomModelId } from "../../src/loom.ts";
import { completionDatum } from "../../src/losses/index.ts";
import type { Curve, Point } from "./curve.ts";

const words =
  "amber birch coral delta ember flint grove haven ivory jade karst lilac maple noble ochre " +
  "pearl quill river slate topaz umber vivid wheat xenon yacht zebra acorn bison cedar dune amber";

/** Steps between two looks at the answers. */
const stepsPerCheck = 4;
const mostSteps = 60;

/** Teaches the built-in model thirty answers that it cannot know, until it gives all of them exactly when it takes the likeliest. */
export async function fitAnswers(engine: EmbeddedEngine): Promise<Curve> {
  const text = engine.text(loomModelId);
  const lessons = await Promise.all(
    [...words.matchAll(/(\w+) (?=(\w+))/g)].map(async ([, word, next = ""]) => {
      const prompt = await text.encodePrompt({
        messages: [{ role: "user", content: `who follows ${word}?` }],
      });
      return { prompt, completion: await text.encode(`${next}<|im_end|>`) };
    }),
  );
  const data = lessons.map(({ prompt, completion }) =>
    completionDatum(prompt, completion, { weight: 1 / lessons.length }),
  );
  const from = performance.now();
  const lora = { rank: 8, seed: 1 };
  const model = await engine.openModel({ modelKey: "answers", baseModel: loomModelId, lora });
  const points: Point[] = [];
  for (let step = 1; step <= mostSteps; step += 1) {
    await engine.accumulate(model, data, { name: "cross_entropy" });
    await engine.step(model, { learningRate: 5e-3, clipNorm: 1 });
    if (step % stepsPerCheck > 0) continue;
    const sampler = await engine.publish(model, `step-${step}`);
    const exact = await Promise.all(
      lessons.map(async ({ prompt, completion }) => {
        const request = { prompt, maxTokens: 16, temperature: 0 };
        const [answer] = await completionsOf(engine.sample(sampler, request));
        return answer.tokens.join() === completion.join();
      }),
    );
    await engine.retire(sampler);
    const right = exact.filter(Boolean).length;
    points.push({ step, value: right, seconds: (performance.now() - from) / 1000 });
    if (right === lessons.length) break;
  }
  await engine.close(model);
  return { goal: lessons.length, points };
}
