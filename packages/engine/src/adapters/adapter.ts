import type { Compute } from "../compute/compute.ts";
import type { AdapterTargets } from "../engine.ts";
import { EngineError } from "../errors.ts";
import type { LinearName } from "../model/linear-names.ts";
import { linearNames, linearSize } from "../model/linear-names.ts";
import { RandomNormal } from "../model/random-normal.ts";
import type { ModelShape } from "../model/shape.ts";
import { TensorGroup } from "../model/tensor-group.ts";
import type { LowRank } from "./low-rank.ts";
import { targetedLinears } from "./targets.ts";

/** What an adapter is made from. */
export interface AdapterOptions {
  readonly rank: number;
  readonly alpha: number;
  readonly targets: AdapterTargets;
  readonly seed?: number;
  readonly trainable: boolean;
}

/**
 * A LoRA adapter (Hu et al., arXiv 2106.09685): beside each targeted W [out, in] of every layer two small matrices,
 * A [rank, in] and B [out, rank], so that y = x Wᵀ + (alpha / rank) · (x Aᵀ) Bᵀ.
 */
export class Adapter {
  readonly #compute: Compute;
  readonly #shape: ModelShape;
  readonly rank: number;
  readonly alpha: number;
  readonly targets: AdapterTargets;
  /** alpha / rank */
  readonly scale: number;
  /** Names `layers.0.self_attn.q_proj.lora_A` [rank, in] and `….lora_B` [out, rank]. */
  readonly tensors: TensorGroup;
  readonly #parts: readonly (LowRank | undefined)[];

  constructor(
    compute: Compute,
    shape: ModelShape,
    options: Omit<AdapterOptions, "seed" | "trainable">,
    tensors: TensorGroup,
  ) {
    this.#compute = compute;
    this.#shape = shape;
    this.rank = options.rank;
    this.alpha = options.alpha;
    this.targets = options.targets;
    this.scale = options.alpha / options.rank;
    this.tensors = tensors;
    this.#parts = Array.from({ length: shape.layers }, (_, layer) =>
      linearNames.map((linear): LowRank | undefined => {
        const name = tensorName(layer, linear);
        if (!tensors.has(`${name}.lora_A`)) return undefined;
        return {
          name,
          rank: options.rank,
          scale: this.scale,
          down: tensors.pointer(`${name}.lora_A`),
          up: tensors.pointer(`${name}.lora_B`),
        };
      }),
    ).flat();
  }

  /** A is normal with deviation 1 / √in, B is zero: a fresh adapter changes nothing. */
  static create(compute: Compute, shape: ModelShape, options: AdapterOptions): Adapter {
    const { rank, alpha } = options;
    if (!Number.isInteger(rank) || rank < 1 || rank > shape.width) {
      throw new EngineError(
        "invalid",
        `An adapter's rank is a whole number from 1 to the model's width, ${shape.width}; got ${rank}.`,
        { parameter: "rank" },
      );
    }
    if (!Number.isFinite(alpha)) {
      throw new EngineError("invalid", `An adapter's alpha is a finite number; got ${alpha}.`, {
        parameter: "alpha",
      });
    }
    const shapes = new Map<string, readonly number[]>();
    for (let layer = 0; layer < shape.layers; layer++) {
      for (const linear of targetedLinears(options.targets)) {
        const [outputs, inputs] = linearSize(shape, linear);
        shapes.set(`${tensorName(layer, linear)}.lora_A`, [rank, inputs]);
        shapes.set(`${tensorName(layer, linear)}.lora_B`, [outputs, rank]);
      }
    }
    const tensors = new TensorGroup(compute, shapes, { trainable: options.trainable });
    const random = new RandomNormal(options.seed ?? 0);
    for (const [name, [, inputs = 1]] of shapes) {
      if (name.endsWith("lora_A")) random.write(tensors.floats(name), 1 / Math.sqrt(inputs));
    }
    return new Adapter(compute, shape, options, tensors);
  }

  /** The two matrices beside linear map `index` (layer · 7 + place in the layer), if the adapter touches it. */
  part(index: number): LowRank | undefined {
    return this.#parts[index];
  }

  /** The weights of now, for ever: not trainable, and untouched by what happens to this adapter. */
  snapshot(): Adapter {
    return new Adapter(this.#compute, this.#shape, this, this.tensors.copy());
  }

  free(): void {
    this.tensors.free();
  }
}

function tensorName(layer: number, linear: LinearName): string {
  return `layers.${layer}.${linear}`;
}
