import type { Adapter } from "../adapters/adapter.ts";
import { EngineError } from "../errors.ts";
import { BeamSearch } from "../sampler/beam-search.ts";
import { TokenChooser } from "../sampler/token-chooser.ts";
import { BeamWork } from "../scheduler/beam-work.ts";
import type { SampleOutput } from "../scheduler/sample-output.ts";
import { SampleWork } from "../scheduler/sample-work.ts";
import { ScoreWork } from "../scheduler/score-work.ts";
import type { WorkOrigin } from "../scheduler/work-origin.ts";
import { eventCost } from "./event-cost.ts";
import type { LoadedBase } from "./loaded-base.ts";
import { samplerSpace } from "./loaded-base.ts";
import type { OpenMasks } from "./open-masks.ts";
import type { Outbox } from "./outbox.ts";
import type { OperationInput, WorkerTarget } from "./protocol.ts";

/** A call that is being computed. */
interface ActiveCall {
  readonly cancel: () => void;
  /** Cost of the events that were sent and not yet taken. */
  unread: number;
}

/** The samples and scores of a worker: from their calls to work for the schedulers, and back to messages. */
export class SamplingCalls {
  readonly #baseOf: (id: string) => LoadedBase;
  readonly #masks: OpenMasks;
  readonly #outbox: Outbox;
  readonly #maxUnreadTokens: number;
  readonly #active = new Map<number, ActiveCall>();
  #arrivals = 0;

  constructor(
    baseOf: (id: string) => LoadedBase,
    masks: OpenMasks,
    outbox: Outbox,
    maxUnreadTokens: number,
  ) {
    this.#baseOf = baseOf;
    this.#masks = masks;
    this.#outbox = outbox;
    this.#maxUnreadTokens = maxUnreadTokens;
  }

  sample(id: number, input: OperationInput<"sample">): void {
    const { request, target, drawnSeed } = input;
    const base = this.#baseOf(target.baseModel);
    this.#checkRoom(base, request.prompt.length + request.maxTokens);
    const origin = this.#origin(base, target, request.cacheSalt ?? "", id);
    const output = this.#output(id);
    const { vocabulary, endTokens, scratch, scheduler } = base;
    try {
      if (request.beamSearch !== undefined) {
        const search = new BeamSearch(request, { vocabularyTokens: vocabulary.size, endTokens });
        const work = new BeamWork(scheduler, request, origin, { search, output, scratch });
        this.#begin(id, work);
        return;
      }
      const { constraint, prompt } = request;
      const work = new SampleWork(scheduler, request, origin, {
        output,
        scratch,
        chooser: (completionIndex) =>
          new TokenChooser(request, {
            vocabulary,
            endTokens,
            completionIndex,
            promptTokens: prompt,
            drawnSeed,
            scratch,
          }),
        masks: constraint === undefined ? null : this.#masks,
        openMask: () => {
          if (constraint === undefined) throw new Error("there is no constraint to open");
          return this.#masks.open(constraint, base.id, vocabulary.size);
        },
      });
      this.#begin(id, work);
    } catch (error) {
      origin.done();
      throw error;
    }
  }

  score(id: number, { target, tokens }: OperationInput<"score">): void {
    const base = this.#baseOf(target.baseModel);
    this.#checkRoom(base, tokens.length);
    const work = new ScoreWork(base.scheduler, tokens, this.#origin(base, target, "", id), {
      scratch: base.scratch,
      resolve: (logprobs) => this.#outbox.result(id, logprobs),
      reject: (error) => this.#outbox.error(id, error),
    });
    this.#begin(id, work);
  }

  /** Gives a call up; false when it is over or never was here. */
  cancel(id: number): boolean {
    const call = this.#active.get(id);
    if (call === undefined) return false;
    call.cancel();
    this.#outbox.drop(id);
    return true;
  }

  /** The consumer has taken events of so much cost. */
  consumed(id: number, cost: number): void {
    const call = this.#active.get(id);
    if (call !== undefined) call.unread -= cost;
  }

  #begin(id: number, work: { start(): void; cancel(): void }): void {
    this.#active.set(id, { cancel: () => work.cancel(), unread: 0 });
    work.start();
  }

  #origin(base: LoadedBase, target: WorkerTarget, salt: string, id: number): WorkOrigin<Adapter> {
    const { sampler } = target;
    const lease = sampler === null ? null : base.samplers.lease(sampler.key, sampler.folder);
    this.#arrivals += 1;
    return {
      arrival: this.#arrivals,
      adapter: lease?.adapter ?? null,
      space: `${samplerSpace(sampler?.key ?? null)}${salt}`,
      done: () => {
        this.#active.delete(id);
        lease?.release();
      },
    };
  }

  #checkRoom(base: LoadedBase, tokens: number): void {
    if (base.scheduler.couldHold(tokens)) return;
    throw new EngineError(
      "busy",
      `a sequence of ${tokens} tokens does not fit in the key-value cache of ${base.id}; ask for fewer tokens or open the engine with a larger maxMemoryBytes`,
    );
  }

  #output(id: number): SampleOutput {
    const outbox = this.#outbox;
    const call = (): ActiveCall | undefined => this.#active.get(id);
    const maxUnreadTokens = this.#maxUnreadTokens;
    return {
      get isFull(): boolean {
        return (call()?.unread ?? 0) >= maxUnreadTokens;
      },
      push: (event) => {
        const active = call();
        if (active !== undefined) active.unread += eventCost(event);
        outbox.event(id, event);
      },
      end: () => outbox.result(id, null),
      fail: (error) => outbox.error(id, error),
    };
  }
}
