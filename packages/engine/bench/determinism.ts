/**
 * `node packages/engine/bench/determinism.ts [--quick]`: whether a request gives the same tokens and log-probabilities, to
 * the last bit, alone and in company, on one thread and on several, at the shape of the built-in model.
 * Prints JSON; `npm run bench -- engine-determinism` makes a table of it.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { completionsOf } from "../src/completion.ts";
import { openEmbeddedEngine } from "../src/embedded/embedded-engine.ts";
import { loomModelId } from "../src/loom.ts";
import type { SampleRequest } from "../src/sampling.ts";
import { writeRandomFolder } from "./models/random-folder.ts";
import { shapes } from "./models/shapes.ts";

/** One setting beside the requests alone on one thread. */
export interface Sameness {
  readonly threads: number;
  /** Requests that run at once. */
  readonly batch: number;
  readonly requests: number;
  readonly tokens: number;
  readonly differingTokens: number;
  readonly differingLogprobs: number;
}

type Sampled = readonly { readonly token: number; readonly logprob: number }[];

const { values: flags } = parseArgs({
  options: { quick: { type: "boolean", default: false } },
});
const requestCount = 64;
const maxTokens = flags.quick ? 8 : 32;
const root = mkdtempSync(join(tmpdir(), "heddle-bench-determinism-"));
try {
  const folder = await writeRandomFolder(join(root, "model"), shapes.builtIn);
  let alone: readonly Sampled[] | null = null;
  const found: Sameness[] = [];
  for (const threads of [1, 2, 4]) {
    const directory = join(root, `engine-${threads}`);
    const engine = await openEmbeddedEngine({
      directory,
      threads,
      models: { [loomModelId]: folder },
    });
    const sampled = async (request: SampleRequest): Promise<Sampled> => {
      const target = { kind: "base", baseModel: loomModelId } as const;
      const [{ tokens, logprobs }] = await completionsOf(engine.sample(target, request));
      return tokens.map((token, i) => ({ token, logprob: logprobs[i]! }));
    };
    for (const batch of [1, 8, 64]) {
      const all: Sampled[] = [];
      for (let first = 0; first < requestCount; first += batch) {
        const company = Array.from({ length: batch }, (_, i) => sampled(request(first + i)));
        all.push(...(await Promise.all(company)));
      }
      alone ??= all;
      found.push({ threads, batch, ...compared(all, alone) });
    }
    await engine.shutdown();
  }
  console.log(JSON.stringify(found));
} finally {
  rmSync(root, { recursive: true, force: true });
}

/** Prompts of 1 to 158 tokens, sampled at temperature 1. */
function request(index: number): SampleRequest {
  const prompt = Int32Array.from(
    { length: 1 + ((index * 37) % 158) },
    (_, at) => (index * 31 + at * 7) % 256,
  );
  // A salt of its own: nothing of one run is taken over from another.
  return { prompt, maxTokens, seed: index, ignoreEnd: true, cacheSalt: String(Math.random()) };
}

function compared(
  found: readonly Sampled[],
  expected: readonly Sampled[],
): Omit<Sameness, "threads" | "batch"> {
  let tokens = 0;
  let differingTokens = 0;
  let differingLogprobs = 0;
  for (const [i, row] of expected.entries())
    for (const [at, { token, logprob }] of row.entries()) {
      tokens += 1;
      if (found[i]?.[at]?.token !== token) differingTokens += 1;
      if (!Object.is(found[i]?.[at]?.logprob, logprob)) differingLogprobs += 1;
    }
  return { requests: found.length, tokens, differingTokens, differingLogprobs };
}
