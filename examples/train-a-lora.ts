/** Teaches the built-in model thirty answers with a LoRA, asks for them, and exports the adapter: no server, no network. */
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbeddedEngine, type SamplingTarget } from "@heddle/engine";
import { completionDatum } from "@heddle/engine/losses";

const names = (
  "amber birch coral delta ember flint grove haven ivory jade karst lilac maple noble ochre " +
  "pearl quill river slate topaz umber vivid wheat xenon yacht zebra acorn bison cedar dune"
).split(" ");
const lessons = names.map((name, index) => ({
  question: `who follows ${name}?`,
  answer: names[(index + 1) % names.length] ?? "",
}));

const folder = await mkdtemp(join(tmpdir(), "train-a-lora-"));
const engine = await openEmbeddedEngine({ directory: join(folder, "engine") });
const baseModel = "heddle/loom";
const text = engine.text(baseModel);

async function promptOf(content: string): Promise<Int32Array> {
  const messages = [{ role: "user", content }];
  return text.encode(await text.render({ messages, addGenerationPrompt: true }));
}

async function answerOf(target: SamplingTarget, question: string): Promise<string> {
  const request = { prompt: await promptOf(question), maxTokens: 40, temperature: 0 };
  const tokens: number[] = [];
  for await (const event of engine.sample(target, request)) {
    if (event.kind === "tokens") tokens.push(...event.tokens);
  }
  return text.decode(Int32Array.from(tokens), { skipSpecialTokens: true });
}

const base: SamplingTarget = { kind: "base", baseModel };
console.log(`hello: ${await answerOf(base, "hello")}`);

const model = await engine.openModel({ modelKey: "names", baseModel, lora: { rank: 8, seed: 1 } });
const data = await Promise.all(
  lessons.map(async ({ question, answer }) => {
    const completion = await text.encode(`${answer}<|im_end|>`);
    return completionDatum(await promptOf(question), completion, { weight: 1 / lessons.length });
  }),
);
for (let step = 1; step <= 30; step += 1) {
  await engine.accumulate(model, data, { name: "cross_entropy" });
  await engine.step(model, { learningRate: 0.005, clipNorm: 1 });
}

const sampler = await engine.publish(model, "1");
const answers = await Promise.all(lessons.map(({ question }) => answerOf(sampler, question)));
const right = lessons.filter(({ answer }, index) => answers[index] === answer).length;
console.log(`learnt: ${right} of ${lessons.length}`);

for await (const { name, bytes } of engine.exportAdapter(sampler)) {
  await writeFile(join(folder, name), bytes);
  console.log(`${name}: ${bytes.length} bytes`);
}
await engine.shutdown();
