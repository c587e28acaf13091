import type { Datum } from "@heddle/engine";
import type { Training } from "@heddle/types";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { JobFailure } from "../jobs/job-work.ts";
import { jobWarnings } from "./job-warnings.ts";
import { prepareRlWork } from "./prepare-rl-work.ts";
import { choice, OpenedModel } from "./testing/opened-model.ts";

type Config = Training.ExperimentalTrainingConfig;

let model: OpenedModel;
beforeAll(async () => {
  model = await OpenedModel.open();
});
afterAll(() => model[Symbol.asyncDispose]());
beforeEach(() => model.reopen());

const prompt = [72, 105, 63];
const written = [
  [65, 66, 67],
  [70, 71, 72],
] as const;
/** As if sampled with these log probabilities. */
const recorded = [
  [-1, -2, -3],
  [-4, -5, -6],
] as const;

/** Two answers to one prompt, the first of which was better. */
const groups = (
  logprobs: readonly (readonly number[])[] = recorded,
): Training.TrajectoryGroup[] => [
  {
    trajectories: written.map((tokens, i) => ({
      messages_and_choices: [choice({ tokens: [...tokens], logprobs: [...logprobs[i]!] }, prompt)],
      reward: 1 - i,
    })),
  },
];

const sequences: readonly Datum[] = written.map((tokens) => ({
  inputTokens: Int32Array.from([...prompt, ...tokens.slice(0, -1)]),
  targetTokens: Int32Array.from([...prompt.slice(1), ...tokens]),
}));

/** Of the written tokens of both answers, under the weights of now: log probabilities and entropies. */
async function now(): Promise<{ p: number[][]; entropies: number[] }> {
  const { engine, handle } = model.context;
  const { logprobs, entropies } = await engine.forward(handle, sequences);
  const own = (row: Float32Array): number[] => Array.from(row.subarray(prompt.length - 1));
  return { p: logprobs.map(own), entropies: entropies!.flatMap(own) };
}

/** Of the written tokens of both answers, under the base. */
async function ofBase(): Promise<number[]> {
  const target = { kind: "base", baseModel: "heddle/loom" } as const;
  const scores = await Promise.all(
    written.map((tokens) => model.engine.score(target, Int32Array.from([...prompt, ...tokens]))),
  );
  return scores.flatMap((row) => row.slice(prompt.length).map(Number));
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
/** The mean of a term over all written tokens: both answers weigh the same, and have 3 tokens each. */
const meanOf = (
  p: readonly (readonly number[])[],
  term: (p: number, q: number, advantage: number) => number,
): number =>
  mean(p.flatMap((row, i) => row.map((one, t) => term(one, recorded[i]![t]!, 1 - 2 * i))));
const clip = (ratio: number, low: number, high: number): number =>
  Math.min(Math.max(ratio, low), high);

/** One step that changes the weights visibly. */
const learn = { learning_rate: 0.01 } as const;

describe("a step", () => {
  it("has the loss of CISPO, the entropy, the rate and the norm", async () => {
    const { p, entropies } = await now();
    const { steps, summary } = await model.train(model.input(groups(), learn));
    const loss = meanOf(p, (one, q, A) => -clip(Math.exp(one - q), 0, 5) * A * one);
    expect(steps).toEqual([
      {
        "loss/train": expect.closeTo(loss, 4),
        "loss/entropy": expect.closeTo(mean(entropies), 4),
        "loss/learning_rate": 0.01,
        "loss/grad_norm": expect.any(Number),
        "loss/policy_change": expect.any(Number),
      },
    ]);
    const [step] = steps;
    expect(step!["loss/grad_norm"]).toBeGreaterThan(0);
    const after = (await now()).p.flat();
    const changes = p.flat().map((one, t) => (after[t]! - one) ** 2);
    expect(step!["loss/policy_change"]).toBeCloseTo(Math.sqrt(mean(changes)), 4);
    expect(summary).toEqual({
      ...step,
      "data/step_num_groups_submitted": 1,
      "data/step_num_groups_trainable": 1,
      "data/step_num_trajectories": 2,
      "data/step_num_datums": 2,
      "data/step_trainer_tokens": 6,
      "data/step_num_sequences_dropped": 0,
      "data/step_num_choices_without_logprobs": 0,
    });
    expect(jobWarnings(summary)).toEqual([]);
  });

  type Term = (p: number, q: number, advantage: number) => number;
  const ppo =
    (low: number, high: number): Term =>
    (p, q, A) => {
      const ratio = Math.exp(p - q);
      return -Math.min(ratio * A, clip(ratio, low, high) * A);
    };
  const cispo =
    (factor: (ratio: number) => number, tau = 0): Term =>
    (p, q, A) =>
      -factor(Math.exp(p - q)) * (A - tau * (p - q)) * p;
  const losses: readonly (readonly [Config, Term])[] = [
    [{ ppo: true }, ppo(0.8, 1.2)],
    [{ ppo: true, epsilon: 0.5, epsilon_high: 3 }, ppo(0.5, 4)],
    [{ epsilon: 0.5, epsilon_high: 0.5 }, cispo((ratio) => clip(ratio, 0.5, 1.5))],
    [{ kimi_k2_tau: 0.2 }, cispo((ratio) => clip(ratio, 0, 5), 0.2)],
    [
      { max_negative_advantage_importance_sampling_weight: 0.3 },
      cispo((ratio) => Math.min(ratio, 0.3)),
    ],
    [
      { mask_prob_ratio: true, epsilon_high: 0.5 },
      cispo((ratio) => (ratio > 0 && ratio < 1.5 ? ratio : 0)),
    ],
    [
      { truncated_importance_sampling: 0.5 },
      cispo((ratio) => clip(ratio, 0, 5) * Math.min(ratio, 0.5)),
    ],
    [{ precalculate_logprobs: true }, (p, _q, A) => -A * p],
    [
      { precalculate_logprobs: true, truncated_importance_sampling: 2 },
      (p, q, A) => -A * p * Math.min(Math.exp(p - q), 2),
    ],
    [{ advantage_balance: 1 }, (p, q, A) => (A < 0 ? 0 : -clip(Math.exp(p - q), 0, 5) * 2 * p)],
    [{ advantage_balance: -1 }, (p, q, A) => (A > 0 ? 0 : clip(Math.exp(p - q), 0, 5) * 2 * p)],
  ];
  it.each(losses)("has the loss of %j", async (config, term) => {
    const { p } = await now();
    const { steps } = await model.train(model.input(groups(), { ...learn, ...config }));
    expect(steps[0]!["loss/train"]).toBeCloseTo(meanOf(p, term), 4);
  });

  const levels: readonly (readonly [
    NonNullable<Config["importance_sampling_level"]>,
    (token: number, sequence: number) => number,
  ])[] = [
    ["token", (token) => token],
    ["sequence", (_token, sequence) => sequence],
    ["average", (token, sequence) => (token + sequence) / 2],
    ["geometric_average", (token, sequence) => Math.sqrt(token * sequence)],
  ];
  it.each(levels)("has the loss of the level %s", async (level, ratioOf) => {
    const { p } = await now();
    const ofSequences = p.map((row, i) =>
      Math.exp(mean(row.map((one, t) => one - recorded[i]![t]!))),
    );
    const config = { ...learn, importance_sampling_level: level, epsilon_high: 9 };
    const { steps } = await model.train(model.input(groups(), config));
    const loss = meanOf(p, (one, q, A) => {
      const ratio = ratioOf(Math.exp(one - q), ofSequences[A === 1 ? 0 : 1]!);
      return -clip(ratio, 0, 10) * A * one;
    });
    expect(steps[0]!["loss/train"]).toBeCloseTo(loss, 4);
  });

  it("has ratio 1 where nothing was recorded", async () => {
    const { p } = await now();
    const unknown = groups(written.map((tokens) => tokens.map(() => -9999)));
    const { steps } = await model.train(model.input(unknown, learn));
    expect(steps[0]!["loss/train"]).toBeCloseTo(
      meanOf(p, (one, _q, A) => -A * one),
      4,
    );
  });
});

describe("the penalty of a divergence", () => {
  it.each(["sample", "current_learner"] as const)("from the base, of %s", async (source) => {
    await model.train(model.input(groups(), learn));
    const { p } = await now();
    const base = await ofBase();
    const config = { ...learn, kl_penalty_coef: 0.1, kl_penalty_source: source };
    const { steps } = await model.train(model.input(groups(), config));
    const from = source === "sample" ? recorded.flat() : p.flat();
    const distances = from.map((one, t) => one - base[t]!);
    const divergence = mean(distances);
    expect(steps[0]!["loss/kl_policy_ref"]).toBeCloseTo(divergence, 4);
    const loss = mean(
      p.flat().map((one, t) => {
        const advantage = (t < 3 ? 1 : -1) + 0.1 * (divergence - distances[t]!);
        return -clip(Math.exp(one - recorded.flat()[t]!), 0, 5) * advantage * one;
      }),
    );
    expect(steps[0]!["loss/train"]).toBeCloseTo(loss, 3);
  });

  it("from a checkpoint, by its number or its distance", async () => {
    await model.train(model.input(groups(), learn));
    const first = (await now()).p.flat();
    await model.train(model.input(groups(), learn));
    const distance = mean(recorded.flat().map((one, t) => one - first[t]!));
    for (const reference of [{ kl_penalty_reference_step: 1 }, { kl_penalty_step_lag: 1 }]) {
      const config = { learning_rate: 0, kl_penalty_coef: 0.1, ...reference };
      const { steps } = await model.train(model.input(groups(), config, { step: 2 }));
      expect(steps[0]!["loss/kl_policy_ref"]).toBeCloseTo(distance, 4);
    }
  });

  it("a distance beyond the first step is the first step", async () => {
    const base = mean((await ofBase()).map((one, t) => recorded.flat()[t]! - one));
    const config = { ...learn, kl_penalty_coef: 0.1, kl_penalty_step_lag: 9 };
    const { steps } = await model.train(model.input(groups(), config));
    expect(steps[0]!["loss/kl_policy_ref"]).toBeCloseTo(base, 4);
  });

  it("a checkpoint that is not there fails the job by name", async () => {
    const config = { kl_penalty_coef: 0.1, kl_penalty_reference_step: 7 };
    const preparing = prepareRlWork(model.input(groups(), config), model.context);
    await expect(preparing).rejects.toThrow(JobFailure);
    await expect(preparing).rejects.toThrow(/^kl_penalty_reference_step asks for step 7/);
  });
});

describe("the rate of a step", () => {
  const rate = 0.01;
  const known = [0.5, 0.4, 0.3].map((value, step) => ({ step, value }));
  const rows: readonly (readonly [Config, number])[] = [
    [{}, rate],
    [{ num_trajectories_learning_rate_multiplier_power: 0.5 }, rate * Math.SQRT2],
    [{ num_trajectories_learning_rate_multiplier_power: -1 }, rate / 2],
    // 0.5 − 0.1·step: at step 2, 0.3 of 0.5.
    [{ scale_learning_rate_by_reward_std_dev: true }, rate * 0.6],
  ];
  it.each(rows)("%j", async (config, expected) => {
    const input = model.input(
      groups(),
      { learning_rate: rate, ...config },
      { rewardDeviations: async () => known },
    );
    const { steps } = await model.train(input);
    expect(steps[0]!["loss/learning_rate"]).toBeCloseTo(expected, 10);
  });

  it("that is no number fails the job by name", async () => {
    const config = { num_trajectories_learning_rate_multiplier_power: 5000 };
    await expect(model.train(model.input(groups(), config))).rejects.toThrow(
      /^num_trajectories_learning_rate_multiplier_power of 5000/,
    );
  });
});

describe("a job", () => {
  const many = Array.from({ length: 6 }, () => groups()[0]!);
  /** 6 tokens each, of which 2 are shared: rows of 20 take 6 + 4 and 6 + 4. */
  const inRows = { packed_sequence_length: 20, logprob_calculation_chunk_size: 20 } as const;

  it("takes a step for each row, and its summary has their means", async () => {
    const { steps, summary } = await model.train(model.input(many, { ...learn, ...inRows }));
    expect(steps).toHaveLength(3);
    expect(summary["loss/train"]).toBeCloseTo(mean(steps.map((step) => step["loss/train"]!)), 10);
    expect(steps.map((step) => "loss/policy_change" in step)).toEqual([false, false, true]);
    expect(summary["loss/policy_change"]).toBe(steps[2]!["loss/policy_change"]);
    expect(summary["data/step_num_datums"]).toBe(12);
  });

  it("of the same data and weights ends in the same bits", async () => {
    const seen: unknown[] = [];
    for (let round = 0; round < 2; round += 1) {
      await model.reopen();
      const { steps } = await model.train(
        model.input(many, { ...learn, ...inRows, kl_penalty_coef: 0.1 }),
      );
      seen.push({ steps, p: (await now()).p });
    }
    expect(seen[0]).toEqual(seen[1]);
  });

  it.each([
    ["no groups", []],
    [
      "equal rewards",
      groups().map(({ trajectories }) => ({
        trajectories: trajectories.map((one) => ({ ...one, reward: 1 })),
      })),
    ],
    [
      "nothing recorded",
      groups().map(({ trajectories }) => ({
        trajectories: trajectories.map((one) => ({
          ...one,
          messages_and_choices: one.messages_and_choices!.map((item) => ({
            ...item,
            logprobs: null,
          })),
        })),
      })),
    ],
  ] as const)("of %s has no step, and the weights keep their bits", async (says, nothing) => {
    await model.train(model.input(groups(), learn));
    const before = await now();
    const work = await prepareRlWork(model.input(nothing, learn), model.context);
    expect([work.sequences, work.steps]).toEqual([0, 0]);
    expect(await now()).toEqual(before);
    expect(jobWarnings(work.summary([]))).toHaveLength(
      says === "no groups" ? 0 : says === "equal rewards" ? 1 : 2,
    );
  });

  it("leaves out what is too long, and says so", async () => {
    const config = { ...learn, packed_sequence_length: 5, logprob_calculation_chunk_size: 5 };
    const work = await prepareRlWork(model.input(many, config), model.context);
    expect(work.steps).toBe(0);
    expect(work.summary([])["data/step_num_sequences_dropped"]).toBe(12);
    expect(jobWarnings(work.summary([]))).toContainEqual(
      expect.stringContaining("12 sequences were left out"),
    );
  });

  it("refuses a wrong configuration here too", async () => {
    const preparing = prepareRlWork(model.input(groups(), { epsilon: -1 }), model.context);
    await expect(preparing).rejects.toThrow(JobFailure);
    await expect(preparing).rejects.toThrow(/^epsilon is -1/);
  });
});

describe("an engine that can do less", () => {
  /** The engine with some of its calls replaced. */
  const contextWith = (calls: object): typeof model.context => ({
    ...model.context,
    engine: new Proxy(model.engine, {
      get: (engine, name) => {
        if (name in calls) return calls[name as keyof typeof calls];
        const value: unknown = Reflect.get(engine, name, engine);
        return typeof value === "function" ? value.bind(engine) : value;
      },
    }),
  });

  it("has no entropy where it reports none", async () => {
    const { engine } = model.context;
    const without = async (...call: Parameters<typeof engine.accumulate>): Promise<unknown> => {
      const { entropies: _left, ...result } = await engine.accumulate(...call);
      return result;
    };
    const context = contextWith({ accumulate: without });
    const work = await prepareRlWork(model.input(groups(), learn), context);
    const step = await work.takeStep(0, context);
    expect(Object.keys(step)).not.toContain("loss/entropy");
    expect(work.summary([step])).not.toHaveProperty("loss/entropy");
  });

  it("has the same step where it knows no loss but cross entropy", async () => {
    const { steps } = await model.train(model.input(groups(), learn));
    await model.reopen();
    const profile = await model.engine.describe();
    const context = contextWith({
      describe: async () => ({ ...profile, losses: ["cross_entropy"] }),
    });
    const work = await prepareRlWork(model.input(groups(), learn), context);
    const step = await work.takeStep(0, context);
    for (const [name, value] of Object.entries(steps[0]!)) {
      expect(Math.abs(step[name]! / value - 1)).toBeLessThan(1e-3);
    }
  });

  it("is asked for no more of the optimizer than it honours", async () => {
    const profile = await model.engine.describe();
    const asked: unknown[] = [];
    const context = contextWith({
      describe: async () => ({ ...profile, honouredAdam: ["clipNorm"] }),
      step: async (...[handle, adam]: Parameters<typeof model.engine.step>) => {
        asked.push(adam);
        return model.engine.step(handle, adam);
      },
    });
    const work = await prepareRlWork(model.input(groups(), learn), context);
    await work.takeStep(0, context);
    expect(asked).toEqual([{ learningRate: 0.01, clipNorm: 0.1 }]);
  });
});
