import { availableParallelism } from "node:os";

import { EngineError } from "../errors.ts";
import {
  closedRecordOf,
  type Form,
  isNo,
  listOf,
  numberForm,
  objectForm,
  optional,
  textForm,
} from "../forms/form.ts";
import type { ModelFolder } from "../weights/model-folder.ts";
import type { WorkerLimits } from "../worker/worker-limits.ts";

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
  /**
   * Where training states and published adapters lie; made when it is not there. One engine at a time has it, on one
   * machine: opening a second fails with `conflict`.
   */
  readonly directory: string;
  /**
   * Base models in the Hugging Face layout by the id they are asked for: the path of a folder, or what `readModelFolder`
   * made of it. The built-in one is always there.
   */
  readonly models?: Readonly<Record<string, string | ModelFolder>>;
  /**
   * Base models too small to end JSON by themselves: of a schema's strings, arrays and numbers those without bounds get
   * some, and whatever is sampled satisfies the original. Default: the built-in one alone.
   */
  readonly tightenedModels?: readonly string[];
  /** Threads that compute; default: one for each core, at most 5. */
  readonly threads?: number;
  /**
   * Of weights, adapters, caches and passes together; default 2 GiB, at most 4. What is kept of each open model for the
   * case that the worker dies, six times its adapter, comes on top.
   */
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
const foldersForm: Form = (value, path) => {
  objectForm(value, path);
  for (const [id, folder] of Object.entries(value as Record<string, unknown>)) {
    const form = typeof folder === "object" ? objectForm : textForm;
    form(folder, `${path}["${id}"]`);
  }
};
const pathForm: Form = (value, path) => {
  textForm(value, path);
  if (value === "" || String(value).includes("\0")) throw isNo(value, path, "a path");
};
const optionsForm: Form = closedRecordOf({
  directory: pathForm,
  models: optional(foldersForm),
  tightenedModels: optional(listOf(textForm)),
  threads: optional(numberForm),
  maxMemoryBytes: optional(numberForm),
  limits: optional(
    closedRecordOf(
      Object.fromEntries(Object.keys(defaultLimits).map((name) => [name, optional(numberForm)])),
    ),
  ),
});
const defaultMemoryBytes = 2 ** 31;
const leastMemoryBytes = 2 ** 20;
const mostMemoryBytes = 2 ** 32;
const mostThreads = 5;

/** Options with their defaults. Throws `invalid`, naming the option. */
export function resolveOptions(options: EmbeddedEngineOptions): {
  readonly threads: number;
  readonly maxMemoryBytes: number;
  readonly limits: EmbeddedLimits;
} {
  optionsForm(options, "options");
  const limits = { ...defaultLimits, ...options.limits };
  for (const [name, value] of Object.entries(limits)) checkCount(`limits.${name}`, value);
  const threads = options.threads ?? Math.min(availableParallelism(), mostThreads);
  checkCount("threads", threads);
  const maxMemoryBytes = options.maxMemoryBytes ?? defaultMemoryBytes;
  checkCount("maxMemoryBytes", maxMemoryBytes);
  if (maxMemoryBytes < leastMemoryBytes || maxMemoryBytes > mostMemoryBytes) {
    throw new EngineError(
      "invalid",
      `maxMemoryBytes is ${maxMemoryBytes}; it has to be from ${leastMemoryBytes} to ${mostMemoryBytes}, the limits of 32-bit pointers`,
      { parameter: "maxMemoryBytes" },
    );
  }
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
