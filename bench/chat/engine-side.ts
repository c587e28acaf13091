/** Run as a process: answers questions on an engine of its own, in the folder of its argument. */
import { loomModelId, openEmbeddedEngine, type EmbeddedEngine } from "@heddle/engine";
import { serveOrders } from "../processes/serve-orders.ts";
import { type ChatAnswer, type ChatJob, question, runJob } from "./chat-job.ts";

const [directory = ""] = process.argv.slice(2);
const opened: { engine?: EmbeddedEngine } = {};

async function answer(
  engine: EmbeddedEngine,
  prompt: Int32Array,
  maxTokens: number,
): Promise<ChatAnswer> {
  const askedAt = performance.now();
  const firstTokenMs: number[] = [];
  let tokens = 0;
  let pieces = 0;
  const target = { kind: "base", baseModel: loomModelId } as const;
  for await (const event of engine.sample(target, { prompt, maxTokens, ignoreEnd: true })) {
    if (event.kind !== "tokens") continue;
    if (tokens === 0) firstTokenMs.push(performance.now() - askedAt);
    tokens += event.tokens.length;
    pieces += 1;
  }
  return { tokens, firstTokenMs, pieces };
}

await serveOrders(
  async () => {
    opened.engine = await openEmbeddedEngine({ directory });
    return {};
  },
  async (job: ChatJob) => {
    const { engine } = opened;
    if (!engine) throw new Error("The engine is not open.");
    const text = engine.text(loomModelId);
    // The prompts are made before the clock runs: it measures sampling alone.
    const prompts = await Promise.all(
      Array.from({ length: job.answers }, (_, at) =>
        text.encodePrompt({ messages: [question(job.first + at)], addGenerationPrompt: true }),
      ),
    );
    return runJob(job, (number) => answer(engine, prompts[number - job.first]!, job.tokens));
  },
  async () => opened.engine?.shutdown(),
);
