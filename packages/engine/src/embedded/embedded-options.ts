import { availableParallelism } from "node:os";

import { EngineError } from "../errors.ts";
import type { WorkerLimits } from "../worker/protocol.ts";

/** What an embedded engine takes on before it says `busy`. */
export interface EmbeddedLimits extends WorkerLimits {
  /** Models open at once. */
  readonly maxModels: number;
  readonly maxRank: number;
  /** Samples and scores that wait or run. */
  readonly maxSamplingCalls: number;
  /** Calls that wait or run on one model. */
  readonly maxCallsPerModel: number;
}

/** How an embedded engine is set up; all but the directory has a default. */
export interface EmbeddedEngineOptions {
  /** Where training states and published adapters lie; made when it is not there. */
  readonly directory: string;
  /** Folders of base models in the Hugging Face layout, by the id they are asked for. The built-in one is always there. */
  readonly models?: Readonly<Record<string, string>>;
  /** Threads that compute; default: one for each core, at most 5. */
  readonly threads?: number;
  /** Of weights, adapters, caches and passes together; default 2 GiB, at most 4. */
  readonly maxMemoryBytes?: number;
  readonly limits?: Partial<EmbeddedLimits>;
}

const defaultLimits: EmbeddedLimits = {
  maxModels: 32,
  maxRank: 256,
  maxSamplingCalls: 1024,
  maxCallsPerModel: 256,
  maxRunningSequences: 256,
  maxRowsPerStep: 256,
  maxTrainingTokens: 1024,
  maxUnreadTokens: 1024,
  maxPrefixes: 256,
};
const defaultMemoryBytes = 2 ** 31;
const mostThreads = 5;

/** Options with their defaults. Throws `invalid`, naming the option. */
export function resolveOptions(options: EmbeddedEngineOptions): {
  readonly threads: number;
  readonly maxMemoryBytes: number;
  readonly limits: EmbeddedLimits;
} {
  const limits = { ...defaultLimits, ...options.limits };
  for (const [name, value] of Object.entries(limits)) checkCount(`limits.${name}`, value);
  const threads = options.threads ?? Math.min(availableParallelism(), mostThreads);
  checkCount("threads", threads);
  const maxMemoryBytes = options.maxMemoryBytes ?? defaultMemoryBytes;
  checkCount("maxMemoryBytes", maxMemoryBytes);
  return { threads, maxMemoryBytes, limits };
}

function checkCount(parameter: string, value: unknown): void {
  if (Number.isSafeInteger(value) && Number(value) >= 1) return;
  throw new EngineError(
    "invalid",
    `${parameter} is ${String(value)}; it has to be a whole number from 1`,
    { parameter },
  );
}
