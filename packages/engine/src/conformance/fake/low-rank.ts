import { Random } from "../random.ts";
import { at, vocabularyTokens, width } from "./shape.ts";

/** The trainable matrices of the fake: A [rank, width], drawn from a seed, and B [vocabulary, rank], zero at first. */
export class LowRank {
  readonly rank: number;
  readonly alpha: number;
  /** A, then B, in one row: what the optimizer walks over. */
  readonly values: Float32Array;

  constructor(rank: number, alpha: number, values: Float32Array) {
    this.rank = rank;
    this.alpha = alpha;
    this.values = values;
  }

  static fresh(rank: number, alpha: number, seed: number): LowRank {
    const random = new Random(seed);
    const values = new Float32Array(rank * (width + vocabularyTokens));
    for (let i = 0; i < rank * width; i += 1) values[i] = random.normal() / Math.sqrt(width);
    return new LowRank(rank, alpha, values);
  }

  copy(): LowRank {
    return new LowRank(this.rank, this.alpha, this.values.slice());
  }

  get a(): Float32Array {
    return this.values.subarray(0, this.rank * width);
  }

  get b(): Float32Array {
    return this.values.subarray(this.rank * width);
  }

  private get scale(): number {
    return this.alpha / this.rank;
  }

  /** h = A·x [rank] */
  private down(x: Float64Array): Float64Array {
    return Float64Array.from({ length: this.rank }, (_none, r) => {
      let sum = 0;
      for (let i = 0; i < width; i += 1) sum += at(this.values, r * width + i) * at(x, i);
      return sum;
    });
  }

  /** logits [vocabulary] += (α/r)·B·(A·x) */
  addTo(logits: Float64Array, x: Float64Array): Float64Array {
    const h = this.down(x);
    const { b, rank, scale } = this;
    return logits.map((logit, token) => {
      let sum = 0;
      for (let r = 0; r < rank; r += 1) sum += at(b, token * rank + r) * at(h, r);
      return logit + scale * sum;
    });
  }

  /**
   * Adds the gradient of one position, from dL/dlogits [vocabulary]:
   * dB = (α/r)·dlogits·hᵀ and dA = (α/r)·(Bᵀ·dlogits)·xᵀ.
   */
  addGradient(gradient: Float64Array, dlogits: Float64Array, x: Float64Array): void {
    const { b, rank, scale } = this;
    const h = this.down(x);
    const first = rank * width;
    for (let r = 0; r < rank; r += 1) {
      let back = 0;
      for (let token = 0; token < vocabularyTokens; token += 1) {
        const slope = scale * at(dlogits, token);
        back += at(b, token * rank + r) * slope;
        const place = first + token * rank + r;
        gradient[place] = at(gradient, place) + slope * at(h, r);
      }
      for (let i = 0; i < width; i += 1) {
        const place = r * width + i;
        gradient[place] = at(gradient, place) + back * at(x, i);
      }
    }
  }
}
