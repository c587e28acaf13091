import type { Adapter } from "../adapters/adapter.ts";
import { PagedCache } from "../cache/paged-cache.ts";
import { pageTokens } from "../cache/page-tokens.ts";
import { Arena } from "../compute/arena.ts";
import type { Compute } from "../compute/compute.ts";
import { Model } from "../model/model.ts";
import { SamplerScratch } from "../sampler/scratch.ts";
import { Scheduler } from "../scheduler/scheduler.ts";
import type { Vocabulary } from "@heddle/text";
import { loadingWeights } from "../weights/load-weights.ts";
import type { Counters } from "./counters.ts";
import type { Lane, Turn } from "./fair-turns.ts";
import { ModelDecoder } from "./model-decoder.ts";
import type { OperationInput } from "./protocol.ts";
import type { WorkerLimits } from "./worker-limits.ts";
import { SamplerAdapters } from "./sampler-adapters.ts";

/** What a step of decoding should take at most, so that no stream and no training waits long. */
const stepMs = 60;

/** What it takes at most while there are only prompts: a request that arrives meanwhile waits as long, under 0.3 s. */
const promptStepMs = 240;

/** Shares of what the weights leave of the memory. */
const cacheShare = 0.5;
const samplerShare = 0.2;

/** A base model with all that serves it: cache, scheduler and published adapters. */
export class LoadedBase implements Lane {
  readonly id: string;
  readonly model: Model;
  readonly vocabulary: Vocabulary;
  readonly endTokens: readonly number[];
  readonly scratch: SamplerScratch;
  readonly scheduler: Scheduler<Adapter>;
  readonly samplers: SamplerAdapters;
  readonly #cache: PagedCache;
  readonly #counters: Counters;
  readonly #folder: string;

  /** Takes the memory of a model whose weights `loading` fills. Throws `busy` where there is too little. */
  constructor(
    source: OperationInput<"loadBase">,
    compute: Compute,
    arena: Arena,
    options: {
      readonly limits: WorkerLimits;
      readonly counters: Counters;
      readonly now: () => number;
    },
  ) {
    const { folder, shape } = source;
    const { limits } = options;
    this.id = source.baseModel;
    this.vocabulary = source.vocabulary;
    this.endTokens = source.endTokens;
    this.#folder = folder;
    this.#counters = options.counters;
    this.model = new Model(shape, compute);
    try {
      const freeBytes = compute.memory.maxBytes - compute.memory.bytes;
      this.#cache = new PagedCache(shape, compute, { maxBytes: freeBytes * cacheShare });
      this.samplers = new SamplerAdapters(this.model, freeBytes * samplerShare, (key) =>
        this.scheduler.prefixes.forget(samplerSpace(key)),
      );
    } catch (error) {
      this.model.free();
      throw error;
    }
    const decoder = new ModelDecoder(this.model, this.#cache, compute, arena);
    this.scheduler = new Scheduler(
      decoder,
      {
        maxRunning: limits.maxRunningSequences,
        maxRows: limits.maxRowsPerStep,
        maxPrefixes: limits.maxPrefixes,
        stepMs,
        promptStepMs,
        pageTokens,
      },
      options.now,
    );
    this.scratch = new SamplerScratch(shape.vocabulary);
  }

  /** Fills the weights piece by piece; yields the share that is done. Throws what `loadWeights` throws. */
  loading(): Generator<number, void> {
    return loadingWeights({ folder: this.#folder }, this.model);
  }

  /** Gives the memory back of a model that could not be filled: nothing else was taken yet. */
  free(): void {
    this.model.free();
  }

  /** One step of decoding. */
  run(): Turn {
    const rows = this.scheduler.step();
    if (rows === 0) return "idle";
    this.#counters.add("decodeSteps");
    this.#counters.add("decodedRows", rows);
    return "worked";
  }

  get freePages(): number {
    return this.#cache.freePages;
  }

  get capacityPages(): number {
    return this.#cache.capacityPages;
  }
}

/** The beginning of every space (see `SequenceWork`) of a published adapter; of the base itself for null. */
export function samplerSpace(key: string | null): string {
  return key === null ? "base\n" : `sampler:${key}\n`;
}
