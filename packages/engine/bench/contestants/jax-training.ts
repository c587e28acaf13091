import { defaultDevice, init, jit, numpy as np, tree, valueAndGrad } from "@jax-js/jax";
import type { Array as JaxArray } from "@jax-js/jax";
import type { Model } from "../../src/model/model.ts";
import {
  arraysOf,
  jaxLogprobs,
  oneHot,
  type JaxTensors,
} from "../../src/trust/testing/jax-model.ts";
import { adam, lora, type TrainingBatch, type Trained } from "./training.ts";

/** What a step changes: `weights`, and their `first` and `second` moments. */
type JaxState = Record<"weights" | "first" | "second", JaxTensors>;

/** A step of training in jax-js, compiled as one function, from the weights of a model of ours. */
export async function jaxTraining(
  model: Model,
  trained: Trained,
): Promise<(batch: TrainingBatch) => Promise<void>> {
  await init("wasm");
  defaultDevice("wasm");
  const base = arraysOf(model.weights);
  const adapter = model.createAdapter({ ...lora, targets: "all", trainable: false });
  const changed = trained === "full" ? base : arraysOf(adapter.tensors);
  const zeros = (): JaxTensors =>
    Object.fromEntries(Object.entries(changed).map(([name, { shape }]) => [name, np.zeros(shape)]));
  let state: JaxState = { weights: changed, first: zeros(), second: zeros() };
  const step = jit(stepOf(model, trained));
  let steps = 0;
  return async ({ inputTokens, targetTokens }) => {
    steps += 1;
    const [beta1, beta2] = adam.betas;
    const [loss, next] = step(
      trained === "full" ? {} : tree.ref(base),
      state,
      oneHot(inputTokens, model.shape.vocabulary),
      oneHot(targetTokens, model.shape.vocabulary),
      np.array([1 / (1 - beta1 ** steps), 1 / (1 - beta2 ** steps)]),
    );
    state = next;
    const [value] = await loss.data();
    if (!Number.isFinite(value)) throw new Error("The loss of jax-js is not finite.");
  };
}

/** Mean cross-entropy, its gradient scaled down to norm 1, and AdamW as in `optimizer/adamw.ts`. */
function stepOf({ shape }: Model, trained: Trained) {
  const scale = lora.alpha / lora.rank;
  const [beta1, beta2] = adam.betas;
  return (
    fixed: JaxTensors,
    { weights, first, second }: JaxState,
    inputs: JaxArray,
    targets: JaxArray,
    corrections: JaxArray,
  ): [JaxArray, JaxState] => {
    const lossOf = (changed: JaxTensors): JaxArray => {
      const [own, low] = trained === "full" ? [changed, {}] : [fixed, changed];
      const adapter = { tensors: low, scale };
      return np.mean(jaxLogprobs(shape, own, adapter, inputs.ref, targets.ref)).neg();
    };
    const [loss, gradients] = valueAndGrad(lossOf)(tree.ref(weights)) as unknown as [
      JaxArray,
      JaxTensors,
    ];
    let square = np.zeros([]);
    for (const gradient of Object.values(gradients))
      square = square.add(np.sum(np.square(gradient.ref)));
    const shrink = np.minimum(1, np.reciprocal(np.sqrt(square).add(1e-12)));
    const [correction1, correction2] = [0, 1].map((i) => corrections.ref.slice(i)) as [
      JaxArray,
      JaxArray,
    ];
    const next: JaxState = { weights: {}, first: {}, second: {} };
    for (const [name, weight] of Object.entries(weights)) {
      const gradient = gradients[name]!.mul(shrink.ref);
      const mean = first[name]!.mul(beta1).add(gradient.ref.mul(1 - beta1));
      const variance = second[name]!.mul(beta2).add(np.square(gradient).mul(1 - beta2));
      const root = np.sqrt(variance.ref.mul(correction2.ref)).add(adam.epsilon);
      const update = mean.ref.mul(correction1.ref).div(root);
      next.weights[name] = weight.sub(update.mul(adam.learningRate));
      next.first[name] = mean;
      next.second[name] = variance;
    }
    for (const array of [inputs, targets, corrections, shrink, correction1, correction2])
      array.dispose();
    tree.dispose(fixed);
    return [loss, next];
  };
}
