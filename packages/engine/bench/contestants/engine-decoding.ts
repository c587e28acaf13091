import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbeddedEngine } from "../../src/embedded/embedded-engine.ts";
import { loomModelId } from "../../src/loom.ts";
import type { SampleRequest } from "../../src/sampling.ts";
import type { Decoding } from "./decoding.ts";
import { firstToken, promptToken } from "./decoding.ts";

/** The model that is measured stands in the place of the built-in one, so that the engine has just this one. */
const baseModel = loomModelId;

/** The whole engine through its public interface: requests, worker, scheduler, sampler with log-probabilities, iterator. */
export async function engineDecoding(folder: string, threads: number): Promise<Decoding> {
  const directory = mkdtempSync(join(tmpdir(), "heddle-bench-engine-"));
  const engine = await openEmbeddedEngine({ directory, threads, models: { [baseModel]: folder } });
  const take = async (request: Omit<SampleRequest, "temperature">): Promise<void> => {
    let count = 0;
    const whole = { ...request, temperature: 0, ignoreEnd: true };
    for await (const event of engine.sample({ kind: "base", baseModel }, whole))
      if (event.kind === "tokens") count += event.tokens.length;
    if (count !== request.maxTokens)
      throw new Error(`${count} tokens came back, ${request.maxTokens} were asked for.`);
  };
  let prompts = 0;
  return {
    decode: async ({ streams, tokens }) => {
      await Promise.all(
        Array.from({ length: streams }, (_, stream) =>
          take({ prompt: Int32Array.of(firstToken(stream)), maxTokens: tokens }),
        ),
      );
    },
    prefill: async (tokens) => {
      prompts += 1;
      const prompt = Int32Array.from({ length: tokens }, (_, position) => promptToken(position));
      await take({ prompt, maxTokens: 1, cacheSalt: String(prompts) });
    },
    close: async () => {
      await engine.shutdown();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
