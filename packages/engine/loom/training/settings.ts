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
  /** SHA-256 of the file with the weights that the run begins with; null for random ones. */
  readonly firstWeights: string | null;
}

/** The settings of a run that begins with random weights. */
export const loomSettings: RunSettings = {
  seed: 1,
  totalTokens: 16_000_000,
  batchTokens: 1536,
  learningRate: 2e-3,
  warmupSteps: 200,
  lastRateShare: 0.02,
  betas: [0.9, 0.98],
  weightDecay: 0.05,
  clipNorm: 1,
  promptWeight: 0.05,
  firstWeights: null,
};

/**
 * What is other in a run that goes on with the weights of an earlier one, which had `earlierSeed`: it has text of its
 * own and rises less high.
 */
export function laterRun(earlierSeed: number): Partial<RunSettings> {
  return { seed: earlierSeed + 1, totalTokens: 20_000_000, learningRate: 1.6e-3 };
}

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
