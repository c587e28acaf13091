import type { AdapterTargets, ModelHandle } from "../engine.ts";
import { EngineError } from "../errors.ts";
import { StateShadow } from "../worker/state-shadow.ts";

/** What is known of a model beside its handle. */
export interface HandleEntry {
  readonly handle: ModelHandle;
  readonly targets: AdapterTargets;
  /** The model's number in its worker. */
  readonly model: number;
  /** Its state after the last step, also when the worker is gone. */
  readonly shadow: SharedArrayBuffer;
  /** Calls that wait or run. */
  pendingCalls: number;
}

/** Lost models whose last state is kept at most; the oldest go first. */
const maxLost = 32;

/** Which models are open, and which were lost with their worker and can be continued. */
export class OpenHandles {
  readonly #maxModels: number;
  /** Null while a model is being opened. */
  readonly #open = new Map<string, HandleEntry | null>();
  readonly #lost = new Map<string, HandleEntry>();
  #generations = 0;

  constructor(maxModels: number) {
    this.#maxModels = maxModels;
  }

  /** Takes a key for a model that is about to be opened. Throws `conflict` when it is taken, `busy` when all are. */
  reserve(modelKey: string): number {
    if (this.#open.has(modelKey)) {
      throw new EngineError("conflict", `the model ${modelKey} is open; close it first`, {
        parameter: "modelKey",
      });
    }
    if (this.#open.size >= this.#maxModels) {
      throw new EngineError("busy", `${this.#open.size} models are open; close one first`);
    }
    this.#open.set(modelKey, null);
    this.#generations += 1;
    return this.#generations;
  }

  /** Gives a reserved key back: the model was not opened. */
  giveBack(modelKey: string): void {
    if (this.#open.get(modelKey) === null) this.#open.delete(modelKey);
  }

  add(entry: HandleEntry): void {
    this.#open.set(entry.handle.modelKey, entry);
    this.#lost.delete(entry.handle.modelKey);
  }

  /** Throws `model_lost` for a handle that was closed, or of an engine instance that is no more. */
  find(handle: ModelHandle): HandleEntry {
    const entry = this.#open.get(handle.modelKey);
    if (
      entry?.handle.generation === handle.generation &&
      entry.handle.instance === handle.instance
    ) {
      return entry;
    }
    const isLost = this.#lost.get(handle.modelKey)?.handle.generation === handle.generation;
    throw new EngineError(
      "model_lost",
      isLost
        ? `the model ${handle.modelKey} was lost when the engine's worker ended; open it again with resume from its last step or from a checkpoint`
        : `this handle of ${handle.modelKey} was closed; open the model again`,
    );
  }

  remove(entry: HandleEntry): void {
    const { modelKey } = entry.handle;
    if (this.#open.get(modelKey) === entry) this.#open.delete(modelKey);
  }

  /** The worker is gone, and with it all models; their last states stay. */
  loseAll(): void {
    for (const [modelKey, entry] of this.#open) {
      if (entry === null) continue;
      this.#open.delete(modelKey);
      this.#lost.set(modelKey, entry);
    }
    for (const modelKey of this.#lost.keys()) {
      if (this.#lost.size <= maxLost) break;
      this.#lost.delete(modelKey);
    }
  }

  /** A lost model that can be continued. Throws `not_found`. */
  lost(modelKey: string): HandleEntry {
    const entry = this.#lost.get(modelKey);
    // If the worker ended before its word that a model is closed came here, another may have taken the shadow.
    if (entry !== undefined && new StateShadow(entry.shadow).model === entry.model) return entry;
    throw new EngineError(
      "not_found",
      `there is no lost model ${modelKey} to continue; open it from a checkpoint, or open a new model`,
      { parameter: "resume" },
    );
  }
}
