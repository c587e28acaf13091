import type { CallOptions, SamplingTarget } from "../engine.ts";
import { asEngineError, EngineError } from "../errors.ts";
import { callOptionsForm, sampleRequestForm, targetForm } from "../forms/engine-forms.ts";
import { int32ArrayForm } from "../forms/form.ts";
import type { BaseModel, EngineProfile } from "../profile.ts";
import { drawSeed } from "../sampler/random-stream.ts";
import { validateSampleRequest } from "../sampler/validate-sample-request.ts";
import type { SampleEvent, SampleRequest } from "../sampling.ts";
import type { OperationInput } from "../worker/protocol.ts";
import type { BaseCatalogue } from "./base-catalogue.ts";
import { CallLimit } from "./call-limit.ts";
import type { EmbeddedLimits } from "./embedded-options.ts";
import type { PublishedSamplers } from "./published-samplers.ts";
import { SampleStream } from "./sample-stream.ts";
import type { WorkerClient } from "./worker-client.ts";
import type { WorkerSupervisor } from "./worker-supervisor.ts";

/** What sampling stands on. */
interface SamplingParts {
  readonly catalogue: BaseCatalogue;
  readonly limits: EmbeddedLimits;
  readonly samplers: PublishedSamplers;
  readonly supervisor: WorkerSupervisor;
}

/** Samples and scores on their way to the worker and back. */
export class SamplingRequests {
  readonly #parts: SamplingParts;
  readonly #profile: () => EngineProfile;
  #active = 0;

  constructor(parts: SamplingParts, profile: () => EngineProfile) {
    this.#parts = parts;
    this.#profile = profile;
  }

  sample(
    target: SamplingTarget,
    request: SampleRequest,
    options?: CallOptions,
  ): AsyncIterableIterator<SampleEvent> {
    let running: { readonly client: WorkerClient; readonly id: number } | null = null;
    let isCancelled = false;
    const calledAtMs = performance.now();
    return new SampleStream(
      {
        start: (stream) => {
          const limited = async (limit: CallLimit): Promise<void> => {
            const { client, input } = await this.#prepared(target, request, limit);
            if (isCancelled) return;
            const call = client.start("sample", input, {
              limit,
              whenLost: "unavailable",
              undo: () => {},
              onEvents: (events) => stream.push(events),
            });
            running = { client, id: call.id };
            await call.result;
          };
          // The time counts from the call, though the work begins with the first event that is asked for.
          this.#counted(options, performance.now() - calledAtMs, limited).then(
            () => stream.end(),
            (error: unknown) => stream.fail(error),
          );
        },
        consumed: (cost) => running?.client.post({ kind: "consumed", id: running.id, cost }),
        cancel: () => {
          isCancelled = true;
          running?.client.cancel(running.id);
        },
      },
      Math.ceil(this.#parts.limits.maxUnreadTokens / 4),
    );
  }

  async score(
    target: SamplingTarget,
    tokens: Int32Array,
    limit: CallLimit,
  ): Promise<(number | null)[]> {
    const { samplers, catalogue, supervisor } = this.#parts;
    targetForm(target, "target");
    int32ArrayForm(tokens, "tokens");
    return this.#within(async () => {
      const scored = await limit.race(samplers.target(target));
      const base = catalogue.find(scored.baseModel);
      checkScored(tokens, base);
      const { client } = supervisor;
      await catalogue.ensureLoaded(base.id, client, limit);
      return client.call(
        "score",
        { target: scored, tokens: Int32Array.from(tokens) },
        { limit, whenLost: "unavailable", undo: () => {} },
      );
    });
  }

  async #prepared(
    target: SamplingTarget,
    request: SampleRequest,
    limit: CallLimit,
  ): Promise<{ client: WorkerClient; input: OperationInput<"sample"> }> {
    const { samplers, catalogue, supervisor } = this.#parts;
    targetForm(target, "target");
    sampleRequestForm(request, "request");
    const sampled = await limit.race(samplers.target(target));
    const base = catalogue.find(sampled.baseModel);
    validateSampleRequest(request, base, this.#profile());
    const { client } = supervisor;
    await catalogue.ensureLoaded(base.id, client, limit);
    const copied: SampleRequest = { ...request, prompt: Int32Array.from(request.prompt) };
    return { client, input: { target: sampled, request: copied, drawnSeed: drawSeed() } };
  }

  async #counted(
    options: CallOptions | undefined,
    passedMs: number,
    call: (limit: CallLimit) => Promise<void>,
  ): Promise<void> {
    callOptionsForm(options, "options");
    const limit = new CallLimit(remaining(options, passedMs));
    try {
      limit.check();
      await this.#within(() => call(limit));
    } catch (error) {
      throw asEngineError(error);
    } finally {
      limit.close();
    }
  }

  /** Counts a call among those that wait or run. Throws `busy` when there are too many. */
  async #within<T>(call: () => Promise<T>): Promise<T> {
    const most = this.#parts.limits.maxSamplingCalls;
    if (this.#active >= most) {
      throw new EngineError("busy", `${most} samples and scores wait or run; try again later`, {
        retryAfterMs: 100,
      });
    }
    this.#active += 1;
    try {
      return await call();
    } finally {
      this.#active -= 1;
    }
  }
}

function remaining(options: CallOptions = {}, passedMs: number): CallOptions {
  // One that is no deadline is refused as it is.
  if (options.deadlineMs === undefined || !(options.deadlineMs >= 0)) return options;
  return { ...options, deadlineMs: Math.max(0, options.deadlineMs - passedMs) };
}

function checkScored(tokens: Int32Array, base: BaseModel): void {
  const { contextTokens, vocabularyTokens } = base;
  if (tokens.length === 0 || tokens.length > contextTokens) {
    throw invalid(
      `there are ${tokens.length} tokens to score; ${base.id} takes 1 to ${contextTokens}`,
    );
  }
  const place = tokens.findIndex((token) => token < 0 || token >= vocabularyTokens);
  if (place >= 0) {
    throw invalid(
      `token ${tokens[place]} at position ${place} is not one of the ${vocabularyTokens} of ${base.id}`,
    );
  }
}

function invalid(message: string): EngineError {
  return new EngineError("invalid", message, { parameter: "tokens" });
}
