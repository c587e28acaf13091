import type { AdapterTargets } from "../engine.ts";
import { EngineError } from "../errors.ts";
import type { EngineMemory } from "../compute/memory.ts";
import type { TensorGroup } from "../model/tensor-group.ts";
import type { Adapter } from "../adapters/adapter.ts";

/** One tensor of a training state: its weights and both moments, each as large as `shape`. */
export interface StateTensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly weights: Float32Array;
  readonly firstMoment: Float32Array;
  readonly secondMoment: Float32Array;
}

/** All that a model's next step depends on, its gradient apart. */
export interface TrainingState {
  readonly baseModel: string;
  readonly rank: number;
  readonly alpha: number;
  readonly targets: AdapterTargets;
  readonly step: number;
  readonly tensors: readonly StateTensor[];
}

/** A copy of an adapter's state. */
export function captureState(adapter: Adapter, baseModel: string): TrainingState {
  const { tensors } = adapter;
  return {
    baseModel,
    rank: adapter.rank,
    alpha: adapter.alpha,
    targets: adapter.targets,
    step: tensors.step,
    tensors: [...tensors.names()].map((name) => ({
      name,
      shape: tensors.shape(name),
      weights: tensors.floats(name).slice(),
      firstMoment: tensors.firstMoment(name).slice(),
      secondMoment: tensors.secondMoment(name).slice(),
    })),
  };
}

/**
 * Puts a state into an adapter; without the optimizer, moments and step stay at zero.
 *
 * @throws {EngineError} `conflict` for a state of other tensors than the adapter has, naming the first that differs.
 */
export function restoreState(
  group: TensorGroup,
  state: TrainingState,
  withOptimizer: boolean,
): void {
  const tensors = new Map(state.tensors.map((tensor) => [tensor.name, tensor]));
  for (const name of new Set([...group.names(), ...tensors.keys()])) {
    const wanted = group.has(name) ? group.shape(name).join(" × ") : "none";
    const found = tensors.get(name)?.shape.join(" × ") ?? "none";
    if (wanted === found) continue;
    throw new EngineError(
      "conflict",
      `the state belongs to another model than ${state.baseModel}: for ${name} it has ${found}, and the model has ${wanted}; open it on the base model that it was trained on`,
      { parameter: "resume" },
    );
  }
  for (const { name, weights, firstMoment, secondMoment } of tensors.values()) {
    group.floats(name).set(weights);
    if (!withOptimizer) continue;
    group.firstMoment(name).set(firstMoment);
    group.secondMoment(name).set(secondMoment);
  }
  if (withOptimizer) group.step = state.step;
}

/** The three blocks of a group, in the order in which a shadow holds them. */
export function stateBlocks(group: TensorGroup, memory: EngineMemory): Float32Array[] {
  const { weights, firstMoments, secondMoments } = group.blocks;
  return [weights, firstMoments, secondMoments].map((block) => memory.floats(block, group.count));
}
