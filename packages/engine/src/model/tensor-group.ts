import type { Compute } from "../compute/compute.ts";
import type { Pointer } from "../compute/kernels.ts";
import { EngineError } from "../errors.ts";
import { SavedGradient } from "./saved-gradient.ts";

interface Tensor {
  readonly shape: readonly number[];
  /** Floats from the start of a block. */
  readonly offset: number;
  readonly size: number;
}

interface TrainingBlocks {
  readonly gradients: Pointer;
  readonly firstMoments: Pointer;
  readonly secondMoments: Pointer;
}

/** Tensors start on cache lines. */
const alignmentFloats = 16;

/** Kernels work on four rows of a weight at a time: the rows that make up the four are stored, and stay zero. */
const rowAlignment = 4;

/**
 * Named tensors in one contiguous block of weights and, while training, blocks of gradients, first and second moments
 * laid out alike. One block is what makes an optimizer step, a copy or a norm a single call.
 *
 * Pointers stay valid until `free`; views (`floats`, `gradient` …) only until memory grows: take them anew, never keep them.
 */
export class TensorGroup {
  readonly #compute: Compute;
  readonly #tensors = new Map<string, Tensor>();
  readonly #weights: Pointer;
  #training: TrainingBlocks | null = null;
  #isFreed = false;
  /** Floats of one block, padding included. */
  readonly count: number;
  /** Optimizer steps taken. */
  step = 0;
  /** False only when the gradient is certainly zero. */
  hasGradient = false;

  /** Weights are zero. Throws `busy` when memory is exhausted. */
  constructor(
    compute: Compute,
    shapes: ReadonlyMap<string, readonly number[]>,
    options: { readonly trainable?: boolean } = {},
  ) {
    let offset = 0;
    for (const [name, shape] of shapes) {
      this.#tensors.set(name, {
        shape,
        offset,
        size: shape.reduce((product, n) => product * n, 1),
      });
      offset += roundUp(storedFloats(shape), alignmentFloats);
    }
    this.#compute = compute;
    this.count = offset;
    this.#weights = compute.memory.allocate(offset * 4);
    if (!options.trainable) return;
    try {
      this.enableTraining();
    } catch (error) {
      this.free();
      throw error;
    }
  }

  names(): Iterable<string> {
    return this.#tensors.keys();
  }

  has(name: string): boolean {
    return this.#tensors.has(name);
  }

  /** Throws `internal` for a name that is not there, as everything below does. */
  shape(name: string): readonly number[] {
    return this.#tensor(name).shape;
  }

  pointer(name: string): Pointer {
    return this.#weights + this.#tensor(name).offset * 4;
  }

  gradientPointer(name: string): Pointer {
    return this.#blocks().gradients + this.#tensor(name).offset * 4;
  }

  floats(name: string): Float32Array {
    return this.#view(this.#weights, name);
  }

  gradient(name: string): Float32Array {
    this.hasGradient = true;
    return this.#view(this.#blocks().gradients, name);
  }

  firstMoment(name: string): Float32Array {
    return this.#view(this.#blocks().firstMoments, name);
  }

  secondMoment(name: string): Float32Array {
    return this.#view(this.#blocks().secondMoments, name);
  }

  /** The whole blocks: what the optimizer and copies work on. */
  get blocks(): Readonly<TrainingBlocks & { weights: Pointer }> {
    return { weights: this.#weights, ...this.#blocks() };
  }

  get weightsPointer(): Pointer {
    return this.#weights;
  }

  get isTrainable(): boolean {
    return this.#training !== null;
  }

  /** Gradients and moments, all zero, and step 0. Nothing happens where they are there already. */
  enableTraining(): void {
    if (this.#training !== null) return;
    const { memory } = this.#compute;
    const taken: Pointer[] = [];
    try {
      for (let i = 0; i < 3; i++) taken.push(memory.allocate(this.count * 4));
    } catch (error) {
      for (const pointer of taken) memory.free(pointer);
      throw error;
    }
    const [gradients, firstMoments, secondMoments] = taken as [Pointer, Pointer, Pointer];
    this.#training = { gradients, firstMoments, secondMoments };
    this.step = 0;
    this.hasGradient = false;
  }

  /** Gives gradients and moments back; weights stay. */
  disableTraining(): void {
    if (this.#training === null) return;
    const { memory } = this.#compute;
    memory.free(this.#training.gradients);
    memory.free(this.#training.firstMoments);
    memory.free(this.#training.secondMoments);
    this.#training = null;
    this.hasGradient = false;
  }

  zeroGradient(): void {
    this.#compute.memory.floats(this.#blocks().gradients, this.count).fill(0);
    this.hasGradient = false;
  }

  /**
   * Keeps the gradient of now, so that what is accumulated from here on can be taken back: a cancelled call takes its
   * gradient with it, and that of earlier calls stays. Costs a copy only where there is a gradient.
   */
  saveGradient(): SavedGradient {
    return new SavedGradient(this.#compute.memory, this);
  }

  /** A group of the same tensors with the same weights, not trainable: what happens to this one does not reach it. */
  copy(): TensorGroup {
    const copy = new TensorGroup(
      this.#compute,
      new Map([...this.#tensors].map(([name, tensor]) => [name, tensor.shape])),
    );
    const { memory } = this.#compute;
    memory.floats(copy.#weights, this.count).set(memory.floats(this.#weights, this.count));
    return copy;
  }

  free(): void {
    if (this.#isFreed) return;
    this.disableTraining();
    this.#compute.memory.free(this.#weights);
    this.#isFreed = true;
  }

  #tensor(name: string): Tensor {
    const tensor = this.#tensors.get(name);
    if (tensor === undefined) throw new EngineError("internal", `There is no tensor "${name}".`);
    return tensor;
  }

  #blocks(): TrainingBlocks {
    if (this.#training === null) {
      throw new EngineError("internal", "These tensors are not trainable: they have no gradients.");
    }
    return this.#training;
  }

  #view(block: Pointer, name: string): Float32Array {
    const { offset, size } = this.#tensor(name);
    return this.#compute.memory.floats(block + offset * 4, size);
  }
}

/** `shape` [rows, columns] stored with its rows padded; vectors as they are. */
function storedFloats(shape: readonly number[]): number {
  const [rows = 1, columns] = shape;
  return columns === undefined ? rows : roundUp(rows, rowAlignment) * columns;
}

function roundUp(n: number, to: number): number {
  return Math.ceil(n / to) * to;
}
