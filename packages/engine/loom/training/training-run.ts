import { Arena } from "../../src/compute/arena.ts";
import type { Compute } from "../../src/compute/compute.ts";
import { Model } from "../../src/model/model.ts";
import type { ModelShape } from "../../src/model/shape.ts";
import { runToEnd } from "../../src/model/run-to-end.ts";
import { adamwStep } from "../../src/optimizer/adamw.ts";
import type { ChatForm } from "../chat-tokens.ts";
import type { RunFigures } from "../card/model-card.ts";
import { Random } from "../text/random.ts";
import { learningRateAt, type RunSettings } from "./settings.ts";
import { answerLoss, meanCrossEntropyGradient, nextTextBatch } from "./text-batch.ts";

/** A point of the loss curve: the mean over the steps since the point before. */
export interface CurvePoint {
  readonly tokens: number;
  readonly loss: number;
}

/** Steps that one point of the curve stands for. */
const stepsPerPoint = 20;

/** The text has random numbers of its own, so that it stays the same whatever shape the weights have. */
const textSeedOffset = 41;

/** Pretraining in progress: weights, moments, place in the text and curve. */
export class TrainingRun {
  readonly settings: RunSettings;
  readonly model: Model;
  readonly random: Random;
  readonly curve: CurvePoint[] = [];
  /** Loss summed over the steps since the last point of the curve. */
  pendingLoss = 0;
  tokensSeen = 0;
  readonly #compute: Compute;
  readonly #form: ChatForm;
  readonly #arena: Arena;

  constructor(settings: RunSettings, shape: ModelShape, form: ChatForm, compute: Compute) {
    this.settings = settings;
    this.#compute = compute;
    this.#form = form;
    this.#arena = new Arena(compute.memory);
    this.model = new Model(shape, compute, { trainable: true });
    this.model.initialise(settings.seed);
    this.random = new Random(settings.seed + textSeedOffset);
  }

  get step(): number {
    return this.model.weights.step;
  }

  get progress(): number {
    return this.tokensSeen / this.settings.totalTokens;
  }

  get isComplete(): boolean {
    return this.tokensSeen >= this.settings.totalTokens;
  }

  figures(): RunFigures {
    const { weights } = this.model;
    let parameters = 0;
    for (const name of weights.names()) {
      parameters += weights.shape(name).reduce((product, n) => product * n, 1);
    }
    const { settings, step, tokensSeen } = this;
    return {
      settings,
      parameters,
      steps: step,
      tokensSeen,
      lastLoss: this.curve.at(-1)?.loss ?? 0,
    };
  }

  /** One batch: forward, backward, AdamW. Returns the loss of its answers in nats per byte. */
  advance(): number {
    const { settings, model, progress } = this;
    const batch = nextTextBatch(this.random, settings, progress, this.#form);
    const gradient = meanCrossEntropyGradient(batch);
    const { logprobs } = runToEnd(model.train(batch, null, () => gradient, this.#arena));
    adamwStep(this.#compute, model.weights, {
      learningRate: learningRateAt(settings, this.step, progress),
      betas: settings.betas,
      epsilon: 1e-8,
      weightDecay: settings.weightDecay,
      clipNorm: settings.clipNorm,
    });
    this.tokensSeen += batch.tokens;
    const loss = answerLoss(batch, logprobs);
    this.pendingLoss += loss;
    if (this.step % stepsPerPoint === 0) {
      this.curve.push({ tokens: this.tokensSeen, loss: this.pendingLoss / stepsPerPoint });
      this.pendingLoss = 0;
    }
    return loss;
  }
}
