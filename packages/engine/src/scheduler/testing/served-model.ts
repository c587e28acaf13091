import type { Adapter } from "../../adapters/adapter.ts";
import { pageTokens } from "../../cache/page-tokens.ts";
import { PagedCache } from "../../cache/paged-cache.ts";
import { Arena } from "../../compute/arena.ts";
import { Compute } from "../../compute/compute.ts";
import { tinyShape } from "../../embedded/testing/tiny-model.ts";
import { Model } from "../../model/model.ts";
import { BeamSearch } from "../../sampler/beam-search.ts";
import { SamplerScratch } from "../../sampler/scratch.ts";
import { TokenChooser } from "../../sampler/token-chooser.ts";
import type { SampleEvent, SampleRequest } from "../../sampling.ts";
import type { Vocabulary } from "@heddle/text";
import { ModelDecoder } from "../../worker/model-decoder.ts";
import { BeamWork } from "../beam-work.ts";
import { SampleWork } from "../sample-work.ts";
import { Scheduler, type SchedulerLimits } from "../scheduler.ts";

/** How tight a scheduler is to be. */
export interface Tightness extends Partial<SchedulerLimits> {
  readonly pages?: number;
  readonly threads?: number;
}

/** One request on its way: what came out so far, and switches of its consumer. */
export interface ServedSample {
  readonly events: SampleEvent[];
  readonly errors: unknown[];
  isFull: boolean;
  isOver: boolean;
  cancel(): void;
}

/** A scheduler over a real model of random weights, stepped by hand. */
export class ServedModel {
  readonly scheduler: Scheduler<Adapter>;
  readonly cache: PagedCache;
  readonly model: Model;
  readonly #compute: Compute;
  readonly #scratch = new SamplerScratch(tinyShape.vocabulary);
  #arrivals = 0;

  constructor({ pages = 1000, threads = 1, ...limits }: Tightness = {}) {
    this.#compute = new Compute({ threads });
    this.model = new Model(tinyShape, this.#compute);
    this.model.initialise(1);
    const pageBytes = 2 * pageTokens * tinyShape.headSize * 4 * tinyShape.layers;
    this.cache = new PagedCache(tinyShape, this.#compute, { maxBytes: pages * pageBytes });
    const arena = new Arena(this.#compute.memory);
    this.scheduler = new Scheduler(
      new ModelDecoder(this.model, this.cache, this.#compute, arena),
      {
        maxRunning: 64,
        maxRows: 64,
        stepMs: 60,
        promptStepMs: 60,
        maxPrefixes: 64,
        pageTokens,
        ...limits,
      },
      // A clock that stands still: budgets are then exactly `maxRows`.
      () => 0,
    );
  }

  /** An adapter of random weights that really changes something. */
  adapter(seed: number): Adapter {
    const adapter = this.model.createAdapter({
      rank: 4,
      alpha: 32,
      targets: "all",
      seed,
      trainable: false,
    });
    for (const name of adapter.tensors.names()) {
      const values = adapter.tensors.floats(name);
      for (const [index] of values.entries()) values[index] = Math.sin(seed + index * 1.7) / 4;
    }
    return adapter;
  }

  sample(request: SampleRequest, adapter: Adapter | null = null, space = "base"): ServedSample {
    const events: SampleEvent[] = [];
    const errors: unknown[] = [];
    this.#arrivals += 1;
    const sample: ServedSample = {
      events,
      errors,
      isFull: false,
      isOver: false,
      cancel: () => work.cancel(),
    };
    const origin = {
      arrival: this.#arrivals,
      adapter,
      space: `${space}\n${request.cacheSalt ?? ""}`,
      done: () => {
        sample.isOver = true;
      },
    };
    const output = {
      get isFull() {
        return sample.isFull;
      },
      push: (event: SampleEvent) => events.push(event),
      end: () => {},
      fail: (error: unknown) => errors.push(error),
    };
    const work = this.#work(request, origin, output);
    work.start();
    return sample;
  }

  /** Steps until nothing is left to do. */
  run(): void {
    let rows = 1;
    while (rows > 0) rows = this.scheduler.step();
  }

  async close(): Promise<void> {
    await this.#compute.close();
  }

  #work(
    request: SampleRequest,
    origin: ConstructorParameters<typeof SampleWork<Adapter>>[2],
    output: ConstructorParameters<typeof SampleWork<Adapter>>[3]["output"],
  ): SampleWork<Adapter> | BeamWork<Adapter> {
    const scratch = this.#scratch;
    if (request.beamSearch !== undefined) {
      const vocabularyTokens = tinyShape.vocabulary;
      const search = new BeamSearch(request, { vocabularyTokens, endTokens: [257, 258] });
      return new BeamWork(this.scheduler, request, origin, { search, output, scratch });
    }
    return new SampleWork(this.scheduler, request, origin, {
      output,
      scratch,
      chooser: (completionIndex) =>
        new TokenChooser(request, {
          vocabulary: bareVocabulary,
          endTokens: [257, 258],
          completionIndex,
          promptTokens: request.prompt,
          scratch,
        }),
      masks: null,
      openMask: () => 0,
    });
  }
}

/** One byte for each id: enough for requests without stop strings. */
const bareVocabulary: Vocabulary = {
  size: tinyShape.vocabulary,
  bytes: Uint8Array.from({ length: tinyShape.vocabulary }, (_, id) => id & 255),
  offsets: Int32Array.from({ length: tinyShape.vocabulary + 1 }, (_, id) => id),
  isSpecial: new Uint8Array(tinyShape.vocabulary),
  endTokens: [257, 258],
  hasPrefixSpace: false,
};

/** The tokens of one completion. */
export function tokensOf(
  { events }: { readonly events: readonly SampleEvent[] },
  index = 0,
): number[] {
  return events.flatMap((event) =>
    event.kind === "tokens" && event.index === index ? [...event.tokens] : [],
  );
}

/** A prompt of so many tokens, different for each seed. */
export function promptOf(length: number, seed = 0): Int32Array {
  return Int32Array.from({ length }, (_, index) => (index * 7 + seed * 31 + 11) % 256);
}
