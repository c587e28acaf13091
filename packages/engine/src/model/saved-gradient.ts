import type { Pointer } from "../compute/kernels.ts";
import type { EngineMemory } from "../compute/memory.ts";

/** Whose gradient it is. */
export interface GradientOwner {
  readonly hasGradient: boolean;
  /** Floats of the gradient. */
  readonly count: number;
  readonly blocks: { readonly gradients: Pointer };
  zeroGradient(): void;
}

/** A gradient as it was at some moment. End it with `restore` or `discard`, once. */
export class SavedGradient {
  readonly #memory: EngineMemory;
  readonly #group: GradientOwner;
  /** Null: it was zero. */
  #copy: Pointer | null = null;

  constructor(memory: EngineMemory, group: GradientOwner) {
    this.#memory = memory;
    this.#group = group;
    if (!group.hasGradient) return;
    this.#copy = memory.allocate(group.count * 4);
    memory.floats(this.#copy, group.count).set(memory.floats(group.blocks.gradients, group.count));
  }

  /** Takes back what was accumulated since. */
  restore(): void {
    if (this.#copy === null) {
      this.#group.zeroGradient();
      return;
    }
    const { count, blocks } = this.#group;
    this.#memory.floats(blocks.gradients, count).set(this.#memory.floats(this.#copy, count));
    this.discard();
  }

  /** Lets what was accumulated since stand. */
  discard(): void {
    if (this.#copy !== null) this.#memory.free(this.#copy);
    this.#copy = null;
  }
}
