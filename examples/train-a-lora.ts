/** Teaches the built-in model thirty answers with a LoRA, asks for them, and exports the adapter: no server, no network. */
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { completionsOf, type Datum, openEmbeddedEngine, type SamplingTarget } from "@heddle/engine";
import { completionDatum } from "@heddle/engine/losses";

const names =
  "amber birch coral delta ember flint grove haven ivory jade karst lilac maple noble ochre " +
  "pearl quill river slate topaz umber vivid wheat xenon yacht zebra acorn bison cedar dune amber";
const lessons = [...names.matchAll(/(\w+) (?=(\w+))/g)].map(([, name, next = ""]) => {
  return { question: `who follows ${name}?`, answer: next };
});

const directory = await mkdtemp(join(tmpdir(), "train-a-lora-"));
const engine = await openEmbeddedEngine({ directory });
const baseModel = "heddle/loom";
const text = engine.text(baseModel);

const promptOf = (content: string): Promise<Int32Array> =>
  text.encodePrompt({ messages: [{ role: "user", content }] });

async function ask(target: SamplingTarget, question: string): Promise<string> {
  const request = { prompt: await promptOf(question), maxTokens: 40, temperature: 0 };
  const [{ tokens }] = await completionsOf(engine.sample(target, request));
  return text.decode(tokens, { skipSpecialTokens: true });
}
console.log(`hello: ${await ask({ kind: "base", baseModel }, "hello")}`);

const model = await engine.openModel({ modelKey: "names", baseModel, lora: { rank: 8, seed: 1 } });
const data: Datum[] = [];
for (const { question, answer } of lessons) {
  const completion = await text.encode(`${answer}<|im_end|>`);
  data.push(completionDatum(await promptOf(question), completion, { weight: 1 / lessons.length }));
}
for (let step = 1; step <= 30; step += 1) {
  await engine.accumulate(model, data, { name: "cross_entropy" });
  await engine.step(model, { learningRate: 0.005, clipNorm: 1 });
}

const sampler = await engine.publish(model, "1");
const answers = await Promise.all(lessons.map(({ question }) => ask(sampler, question)));
const right = lessons.filter(({ answer }, index) => answers[index] === answer);
console.log(`learnt: ${right.length} of ${lessons.length}`);
for await (const { name, bytes } of engine.exportAdapter(sampler)) {
  await writeFile(join(directory, name), bytes);
  console.log(`${name}: ${bytes.length} bytes`);
}
await engine.shutdown();
