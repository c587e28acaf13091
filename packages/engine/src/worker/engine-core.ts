import { receiveMessageOnPort, type MessagePort } from "node:worker_threads";

import { Arena } from "../compute/arena.ts";
import { Compute } from "../compute/compute.ts";
import { EngineError } from "../errors.ts";
import { MaskReader } from "@heddle/text/worker";
import { Counters } from "./counters.ts";
import { FairTurns } from "./fair-turns.ts";
import { LoadedBase } from "./loaded-base.ts";
import { LoadingLane } from "./loading-lane.ts";
import { OpenMasks } from "./open-masks.ts";
import { readPeft, writePeft } from "../weights/peft.ts";
import { OpenModels } from "./open-models.ts";
import { Outbox } from "./outbox.ts";
import type { Call, OperationInput, ToWorker, WorkerSettings } from "./protocol.ts";
import { SamplingCalls } from "./sampling-calls.ts";
import { TrainingLane } from "./training-lane.ts";

/** How long the worker sleeps at a stretch when it waits for a mask alone: messages have to be seen meanwhile. */
const maskWaitMs = 2;

/** Share of the memory that caches and passes can count on, however many models are open. */
const reservedShare = 0.25;

/** Everything an engine worker owns: memory, threads, models, caches; and what it is asked for. */
export class EngineCore {
  readonly #port: MessagePort;
  readonly #limits: WorkerSettings["limits"];
  readonly #compute: Compute;
  readonly #decodingArena: Arena;
  readonly #trainingArena: Arena;
  readonly #counters: Counters;
  readonly #now: () => number;
  readonly #outbox: Outbox;
  readonly #turns: FairTurns;
  readonly #maskReader = new MaskReader();
  readonly #masks: OpenMasks = new OpenMasks(this.#maskReader);
  readonly #bases = new Map<string, LoadedBase>();
  readonly #loading = new LoadingLane();
  readonly #models: OpenModels;
  readonly #sampling: SamplingCalls;
  /** Of what base models leave of the memory. */
  #reservedBytes = 0;

  constructor(settings: WorkerSettings, now: () => number) {
    const { port, limits, threads, maxMemoryBytes } = settings;
    this.#port = port;
    this.#limits = limits;
    this.#now = now;
    this.#compute = new Compute({ threads, maxBytes: maxMemoryBytes });
    this.#decodingArena = new Arena(this.#compute.memory);
    this.#trainingArena = new Arena(this.#compute.memory);
    this.#counters = new Counters(settings.counters);
    this.#outbox = new Outbox(port, now);
    this.#turns = new FairTurns(now);
    this.#turns.add(this.#loading);
    const lane = new TrainingLane(this.#trainingArena, this.#counters, now);
    this.#turns.add(lane);
    this.#models = new OpenModels(this.#compute, lane, this.#outbox, {
      counters: this.#counters,
      maxTrainingTokens: limits.maxTrainingTokens,
      reservedBytes: () => this.#reservedBytes,
    });
    this.#sampling = new SamplingCalls(
      (id) => this.#baseOf(id),
      this.#masks,
      this.#outbox,
      limits.maxUnreadTokens,
    );
  }

  /**
   * Works until there is nothing to do or the time is up; messages are taken in between two slices, so that a cancel
   * waits for one layer at most. Returns whether there is more to do.
   */
  work(untilMs: number): boolean {
    let hasWorked = true;
    while (hasWorked && this.#now() < untilMs) {
      this.#takeMessages();
      this.#answer();
      hasWorked = this.#turns.runOne();
      this.#maskReader.flush();
      if (!hasWorked) hasWorked = this.#masks.awaitAny(maskWaitMs);
      this.#answer();
      this.#outbox.flushWhenDue();
    }
    if (!hasWorked) {
      this.#trainingArena.free();
      this.#outbox.flush();
    }
    this.#count();
    return hasWorked;
  }

  handle(message: ToWorker): void {
    switch (message.kind) {
      case "call":
        try {
          this.#call(message);
        } catch (error) {
          this.#outbox.error(message.id, error);
        }
        return;
      case "cancel":
        if (this.#models.cancel(message.id) || this.#sampling.cancel(message.id)) {
          this.#outbox.error(message.id, new EngineError("cancelled", "the call was cancelled"));
        }
        return;
      case "consumed":
        this.#sampling.consumed(message.id, message.cost);
        return;
      case "masks":
        this.#maskReader.connect(message.port, message.lost);
        return;
    }
  }

  /** Sends answers, with counters that agree with them. */
  #answer(): void {
    if (!this.#outbox.hasAnswers) return;
    this.#count();
    this.#outbox.flush();
  }

  #takeMessages(): void {
    let received = receiveMessageOnPort(this.#port);
    while (received !== undefined) {
      this.handle(received.message as ToWorker);
      received = receiveMessageOnPort(this.#port);
    }
  }

  #call(call: Call): void {
    switch (call.name) {
      case "loadBase":
        this.#loadBase(call.id, call.input);
        return;
      case "openModel": {
        const base = this.#baseOf(call.input.baseModel);
        this.#outbox.result(call.id, this.#models.open(base, call.input));
        return;
      }
      case "sample":
        this.#sampling.sample(call.id, call.input);
        return;
      case "score":
        this.#sampling.score(call.id, call.input);
        return;
      case "convertAdapter": {
        const { baseModel, maxRank, files } = call.input;
        const adapter = readPeft(files, this.#baseOf(baseModel).model, { maxRank });
        try {
          this.#outbox.result(call.id, writePeft(adapter, baseModel));
        } finally {
          adapter.free();
        }
        return;
      }
      case "forgetSampler":
        for (const { samplers } of this.#bases.values()) samplers.retire(call.input.key);
        this.#outbox.result(call.id, null);
        return;
      default:
        this.#models.enqueue(call.id, call);
    }
  }

  #loadBase(id: number, input: OperationInput<"loadBase">): void {
    if (this.#bases.has(input.baseModel)) {
      this.#outbox.result(id, null);
      return;
    }
    const base = new LoadedBase(input, this.#compute, this.#decodingArena, {
      limits: this.#limits,
      counters: this.#counters,
      now: this.#now,
    });
    this.#loading.add(base.loading(), new Int32Array(input.progress), (error) => {
      if (error === null) {
        this.#serve(base);
        this.#outbox.result(id, null);
      } else {
        base.free();
        this.#outbox.error(id, error);
      }
    });
  }

  #serve(base: LoadedBase): void {
    this.#bases.set(base.id, base);
    const { memory } = this.#compute;
    this.#reservedBytes = (memory.maxBytes - memory.bytes) * reservedShare;
    this.#turns.add(base);
  }

  #baseOf(id: string): LoadedBase {
    const base = this.#bases.get(id);
    if (base === undefined)
      throw new EngineError("internal", `the base model ${id} was not loaded`);
    return base;
  }

  #count(): void {
    const bases = [...this.#bases.values()];
    const sum = (of: (base: LoadedBase) => number): number =>
      bases.reduce((total, base) => total + of(base), 0);
    const counters = this.#counters;
    counters.set(
      "runningSequences",
      sum(({ scheduler }) => scheduler.runningCount),
    );
    counters.set(
      "waitingSequences",
      sum(({ scheduler }) => scheduler.waitingCount),
    );
    counters.set(
      "keptPrefixes",
      sum(({ scheduler }) => scheduler.prefixes.size),
    );
    counters.set(
      "freePages",
      sum((base) => base.freePages),
    );
    counters.set(
      "totalPages",
      sum((base) => base.capacityPages),
    );
    counters.set(
      "loadedSamplers",
      sum(({ samplers }) => samplers.count),
    );
    const bytes = this.#compute.memory.bytes + this.#models.shadowBytes;
    counters.set("usedKibibytes", Math.ceil(bytes / 1024));
  }
}
