/** What decides the weights of a run, all of it: the same settings and the same program give the same curve. */
export interface RunSettings {
  /** Of the first weights; the text has a seed derived from it. */
  readonly seed: number;
  /** Tokens of the whole run; learning rate and curriculum are functions of the share of it that was seen. */
  readonly totalTokens: number;
  /** Whole conversations are added to a batch until it holds at least this many tokens. */
  readonly batchTokens: number;
  readonly learningRate: number;
  /** Steps over which the learning rate rises to its height. */
  readonly warmupSteps: number;
  /** Share of the height that is left at the end. */
  readonly lastRateShare: number;
  readonly betas: readonly [number, number];
  readonly weightDecay: number;
  readonly clipNorm: number;
  /** Factor of the loss of what users, systems and tools say; answers have 1. */
  readonly promptWeight: number;
}

/** The settings of the weights in the package. */
export const loomSettings: RunSettings = {
  seed: 1,
  totalTokens: 16_000_000,
  batchTokens: 768,
  learningRate: 2e-3,
  warmupSteps: 200,
  lastRateShare: 0.02,
  betas: [0.9, 0.98],
  weightDecay: 0.05,
  clipNorm: 1,
  promptWeight: 0.05,
};

/**
 * The learning rate of a step: a linear rise, then half a cosine down to `lastRateShare` (SGDR without restarts,
 * Loshchilov and Hutter 2017).
 *
 * @param step steps taken before
 * @param progress tokens seen before, as a share of `totalTokens`
 */
export function learningRateAt(settings: RunSettings, step: number, progress: number): number {
  const rise = Math.min(1, (step + 1) / settings.warmupSteps);
  const fall = 0.5 * (1 + Math.cos(Math.PI * Math.min(1, progress)));
  const { lastRateShare } = settings;
  return settings.learningRate * rise * (lastRateShare + (1 - lastRateShare) * fall);
}
