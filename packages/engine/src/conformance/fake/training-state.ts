import type { AdamParameters } from "../../datum.ts";
import { EngineError } from "../../errors.ts";
import { at } from "./shape.ts";
import type { LowRank } from "./low-rank.ts";

/** What a step needs and changes: weights, moments, the steps so far, and the gradient that waits for the next one. */
export class TrainingState {
  readonly weights: LowRank;
  private readonly first: Float64Array;
  private readonly second: Float64Array;
  /** Steps of this model, and of its optimizer. */
  steps = 0;
  private optimizerSteps = 0;
  private gradient: Float64Array;

  constructor(weights: LowRank) {
    this.weights = weights;
    this.first = new Float64Array(weights.values.length);
    this.second = new Float64Array(weights.values.length);
    this.gradient = new Float64Array(weights.values.length);
  }

  /** A copy without the gradient that waits; without the optimizer its moments are zero. */
  copy(withOptimizer: boolean): TrainingState {
    const copied = new TrainingState(this.weights.copy());
    copied.steps = this.steps;
    if (withOptimizer) {
      copied.first.set(this.first);
      copied.second.set(this.second);
      copied.optimizerSteps = this.optimizerSteps;
    }
    return copied;
  }

  newGradient(): Float64Array {
    return new Float64Array(this.gradient.length);
  }

  addGradient(gradient: Float64Array): void {
    this.gradient = this.gradient.map((value, i) => value + at(gradient, i));
  }

  /**
   * AdamW: w ← w − η·λ·w − η·m̂/(√v̂ + ε). Source: Loshchilov & Hutter, "Decoupled Weight Decay Regularization" (2019).
   * Nothing changes when a number would not be finite.
   */
  step(adam: AdamParameters): number {
    const { learningRate, epsilon = 1e-12, weightDecay = 0, clipNorm = 0 } = adam;
    const [beta1, beta2] = adam.betas ?? [0.9, 0.95];
    const norm = Math.hypot(...this.gradient);
    const factor = clipNorm > 0 && norm > clipNorm ? clipNorm / norm : 1;
    const count = this.optimizerSteps + 1;
    const first = this.first.map((m, i) => beta1 * m + (1 - beta1) * factor * at(this.gradient, i));
    const second = this.second.map(
      (v, i) => beta2 * v + (1 - beta2) * (factor * at(this.gradient, i)) ** 2,
    );
    const weights = this.weights.values.map((w, i) => {
      const mean = at(first, i) / (1 - beta1 ** count);
      const deviation = Math.sqrt(at(second, i) / (1 - beta2 ** count));
      return w - learningRate * (weightDecay * w + mean / (deviation + epsilon));
    });
    if (!Number.isFinite(norm) || !weights.every(Number.isFinite)) {
      throw new EngineError("numerical", "the step would make weights that are not finite");
    }
    this.weights.values.set(weights);
    this.first.set(first);
    this.second.set(second);
    this.optimizerSteps = count;
    this.steps += 1;
    this.gradient.fill(0);
    return norm;
  }
}
