import type { Adapter } from "../adapters/adapter.ts";
import type { Compute } from "../compute/compute.ts";
import { EngineError } from "../errors.ts";
import { writePeft } from "../weights/peft.ts";
import type { Counters } from "./counters.ts";
import type { LoadedBase } from "./loaded-base.ts";
import { ModelQueue, type ModelTask } from "./model-queue.ts";
import type { Outbox } from "./outbox.ts";
import type { OperationInput, RestoredModel } from "./protocol.ts";
import { ShadowPool } from "./shadow-pool.ts";
import { StateShadow } from "./state-shadow.ts";
import type { TrainingLane } from "./training-lane.ts";
import { accumulate, forward, step, type TrainedModel } from "./training-passes.ts";
import { trainingTokens } from "./training-tokens.ts";
import { captureState, restoreState, stateBlocks } from "./training-state.ts";

/** One open model: its adapter, and the queue of all that is done with it. */
interface OpenModel {
  readonly base: LoadedBase;
  readonly trained: TrainedModel;
  readonly queue: ModelQueue;
}

/** The operations that go through a model's queue. */
export type QueuedOperation =
  | { readonly name: "forward"; readonly input: OperationInput<"forward"> }
  | { readonly name: "accumulate"; readonly input: OperationInput<"accumulate"> }
  | { readonly name: "step"; readonly input: OperationInput<"step"> }
  | { readonly name: "captureState"; readonly input: OperationInput<"captureState"> }
  | { readonly name: "captureAdapter"; readonly input: OperationInput<"captureAdapter"> }
  | { readonly name: "closeModel"; readonly input: OperationInput<"closeModel"> };

/** The models that are open in this worker. */
export class OpenModels {
  readonly #compute: Compute;
  readonly #lane: TrainingLane;
  readonly #outbox: Outbox;
  readonly #counters: Counters;
  readonly #maxTrainingTokens: number;
  readonly #reservedBytes: () => number;
  readonly #models = new Map<number, OpenModel>();
  readonly #shadows = new ShadowPool();

  constructor(
    compute: Compute,
    lane: TrainingLane,
    outbox: Outbox,
    options: {
      readonly counters: Counters;
      readonly maxTrainingTokens: number;
      /** What models have to leave of the memory, for caches and passes. */
      readonly reservedBytes: () => number;
    },
  ) {
    this.#compute = compute;
    this.#lane = lane;
    this.#outbox = outbox;
    this.#counters = options.counters;
    this.#maxTrainingTokens = options.maxTrainingTokens;
    this.#reservedBytes = options.reservedBytes;
  }

  /** Bytes that the last states of models take beside the engine's memory. */
  get shadowBytes(): number {
    return this.#shadows.bytes;
  }

  /** Makes an adapter, or takes up one that was; returns the shadow of its state. Throws `busy` without memory. */
  open(base: LoadedBase, input: OperationInput<"openModel">): SharedArrayBuffer {
    const { model, rank, alpha, targets, seed, restore } = input;
    const adapter = base.model.createAdapter({ rank, alpha, targets, seed, trainable: true });
    let shadow: StateShadow | undefined;
    try {
      this.#checkRoom();
      this.#restore(adapter, restore);
      shadow = this.#shadows.take(model, adapter.tensors.count * 3);
      shadow.write(adapter.tensors.step, stateBlocks(adapter.tensors, this.#compute.memory));
      const queue = new ModelQueue();
      const trained: TrainedModel = {
        model: base.model,
        adapter,
        shadow,
        compute: this.#compute,
        maxTrainingTokens: trainingTokens(base.model.shape, this.#maxTrainingTokens),
      };
      this.#models.set(model, { base, trained, queue });
      this.#lane.add(queue);
      this.#counters.set("openModels", this.#models.size);
      return shadow.buffer;
    } catch (error) {
      adapter.free();
      if (shadow !== undefined) this.#shadows.giveBack(shadow);
      throw error;
    }
  }

  /** Puts an operation at the end of its model's queue. */
  enqueue(id: number, operation: QueuedOperation): void {
    const open = this.#models.get(operation.input.model);
    if (open === undefined) {
      throw new EngineError("model_lost", "the model was closed; open it again from a checkpoint");
    }
    const task: ModelTask = {
      id,
      begin: (arena) => this.#slices(open, operation, arena),
      resolve: (value) => this.#outbox.result(id, value),
      reject: (error) => this.#outbox.error(id, error),
    };
    open.queue.add(task);
  }

  /** Gives an operation up; false when it is over or never was here. */
  cancel(id: number): boolean {
    for (const { queue } of this.#models.values()) {
      if (!queue.cancel(id)) continue;
      this.#lane.release(queue);
      return true;
    }
    return false;
  }

  // oxlint-disable-next-line consistent-return -- every operation returns: the switch covers all
  *#slices(
    open: OpenModel,
    operation: QueuedOperation,
    arena: Parameters<ModelTask["begin"]>[0],
  ): ReturnType<ModelTask["begin"]> {
    const { trained, base } = open;
    switch (operation.name) {
      case "forward":
        return yield* forward(trained, operation.input.data, arena);
      case "accumulate":
        return yield* accumulate(trained, operation.input.data, operation.input.loss, arena);
      case "step": {
        const result = step(trained, operation.input.adam);
        this.#counters.add("optimizerSteps");
        return result;
      }
      case "captureState":
        return captureState(trained.adapter, base.id);
      case "captureAdapter":
        return writePeft(trained.adapter, base.id);
      case "closeModel":
        this.#close(operation.input.model, open);
        return null;
    }
  }

  #checkRoom(): void {
    const { memory } = this.#compute;
    if (memory.maxBytes - memory.bytes >= this.#reservedBytes()) return;
    throw new EngineError(
      "busy",
      `${this.#models.size} models are open and the rest of the memory is needed to serve them; close one, or open the engine with a larger maxMemoryBytes`,
    );
  }

  #restore(adapter: Adapter, restore: RestoredModel | null): void {
    if (restore === null) return;
    const { tensors } = adapter;
    if (restore.kind === "checkpoint") {
      restoreState(tensors, restore.state, restore.withOptimizer);
      return;
    }
    const shadow = new StateShadow(restore.buffer);
    tensors.step = shadow.read(stateBlocks(tensors, this.#compute.memory));
  }

  #close(model: number, { queue, trained }: OpenModel): void {
    this.#models.delete(model);
    this.#lane.remove(queue);
    for (const task of queue.clearWaiting()) {
      task.reject(
        new EngineError("model_lost", "the model was closed before this call's turn came"),
      );
    }
    trained.adapter.free();
    this.#shadows.giveBack(trained.shadow);
    this.#counters.set("openModels", this.#models.size);
  }
}
