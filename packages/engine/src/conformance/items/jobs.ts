import type { AdvantageOptions } from "../../losses/advantages.ts";
import type { PolicyOptions } from "../../losses/policy-options.ts";
import { check, checkAllNear, checkEqual, checkNear } from "../check.ts";
import type { JobsDriver, JobsTrial, JobTrajectory } from "../drivers.ts";
import type { Item } from "../item.ts";
import type { Trial } from "../trial.ts";

/** What training jobs keep to, over any engine. */
export const jobItems: readonly Item[] = [
  {
    number: 20,
    title: "the options of a job have the coefficients of the reference",
    needs: "jobs",
    run: coefficientsOfOptions,
  },
  {
    number: 21,
    title: "rewards become advantages as the options say, and a job without any still succeeds",
    needs: "jobs",
    run: advantagesOfRewards,
  },
  {
    number: 42,
    title: "a job survives the end of its engine, and ends in the same weights",
    needs: "jobs",
    run: jobsSurviveTheEngine,
  },
];

/** Ratio, advantage and dL/dp at p = ln 0.5; ln 2 = 0.693147, ln 10 = 2.302585. */
const coefficients: readonly (readonly [PolicyOptions, number, number, number])[] = [
  [{}, 2, 1, -2],
  [{}, 10, 1, -5],
  [{ epsilon: 0.2, epsilonHigh: 0.3 }, 0.5, 1, -0.8],
  [{ epsilon: 0.2, epsilonHigh: 0.3 }, 2, -1, 1.3],
  [{ ppo: true }, 1.25, 1, 0],
  [{ ppo: true }, 1.25, -1, 1.25],
  [{ ppo: true, epsilon: 0.3 }, 1.25, 1, -1.25],
  [{ ppo: true }, 0.5, -1, 0],
  [{ maxNegativeAdvantageImportanceSamplingWeight: 3 }, 4, -1, 3],
  [{ maxNegativeAdvantageImportanceSamplingWeight: 3 }, 4, 1, -3],
  [{ ppo: true, maxNegativeAdvantageImportanceSamplingWeight: 1.1 }, 4, -1, 0],
  [{ maskProbRatio: true }, 2, 1, -2],
  [{ maskProbRatio: true }, 10, 1, 0],
  [{ maskProbRatio: true, epsilon: 0.2, epsilonHigh: 0.2 }, 10, 1, -0.8],
  [{ ppo: true, maskProbRatio: true }, 1.25, -1, 0],
  [{ kimiK2Tau: 0.5 }, 2, 1, -1.306853],
  [{ kimiK2Tau: 0.1, maxNegativeAdvantageImportanceSamplingWeight: 2 }, 10, 1, -1.539483],
];

async function coefficientsOfOptions(trial: Trial): Promise<void> {
  const jobs = driverOf(trial);
  for (const [options, ratio, advantage, expected] of coefficients) {
    const p = Math.log(0.5);
    const seen = await jobs.coefficient(options, { p, q: p - Math.log(ratio), advantage });
    const what = `dL/dp of ${JSON.stringify(options)}, ratio ${ratio}, advantage ${advantage}`;
    checkNear(what, seen, expected, { absolute: 1e-4 });
  }
}

/** Rewards of groups whose trajectories have four tokens each, and the advantages that must come of them. */
const advantages: readonly (readonly [AdvantageOptions, number[][], (number | null)[][]])[] = [
  [{}, [[0, 1, 2, 5]], [[-1, -0.5, null, 1.5]]],
  [
    {},
    [
      [0, 2],
      [0, 20],
    ],
    [
      [-1, 1],
      [-1, 1],
    ],
  ],
  [
    { scaleRewards: false },
    [
      [0, 2],
      [0, 6],
    ],
    [
      [-0.5, 0.5],
      [-1.5, 1.5],
    ],
  ],
  [{ advantageBalance: 1 }, [[0, 1, 2, 5]], [[0, 0, null, 3]]],
  [{ advantageBalance: -1 }, [[0, 1, 2, 5]], [[-2, -1, null, 0]]],
  [{}, [[7], [0, 2]], [[null], [-1, 1]]],
  [
    {},
    [
      [0.1, 0.1, 0.1],
      [0, 2],
    ],
    [
      [null, null, null],
      [-1, 1],
    ],
  ],
];

async function advantagesOfRewards(trial: Trial): Promise<void> {
  const jobs = driverOf(trial);
  for (const [options, rewards, expected] of advantages) {
    const groups = rewards.map((group) => group.map((reward) => ({ reward, trainableTokens: 4 })));
    const seen = (await jobs.advantages(groups, options)).flat();
    const what = `of rewards ${JSON.stringify(rewards)}, ${JSON.stringify(options)}`;
    checkAllNear(
      `the advantages ${what}`,
      seen.map((one) => one?.advantage ?? null),
      expected.flat(),
      1e-4,
    );
    const kept = expected.flat().filter((one) => one !== null).length;
    for (const one of seen) {
      if (one !== null)
        checkNear(`a token's weight ${what}`, one.tokenWeight, 1 / (kept * 4), { absolute: 1e-9 });
    }
  }
  await within(jobs, async (job) => {
    const tokens = trial.tokens(6);
    const before = await job.scores(tokens);
    const equal = await job.run([trajectories(trial, [1, 1, 1]), trajectories(trial, [4])]);
    checkEqual("a job of equal rewards", [equal.status, equal.hasStepped], ["succeeded", false]);
    checkAllNear(
      "the scores after it",
      await job.scores(tokens),
      before,
      trial.tolerances.repeated,
    );
    const other = await job.run([trajectories(trial, [0, 1, 3])]);
    checkEqual("a job of other rewards", [other.status, other.hasStepped], ["succeeded", true]);
  });
}

async function jobsSurviveTheEngine(trial: Trial): Promise<void> {
  const jobs = driverOf(trial);
  const groups = [[trajectories(trial, [0, 1, 3])], [trajectories(trial, [2, 0, 1])]] as const;
  const tokens = trial.tokens(8);
  const runAll = (killEngine: boolean): Promise<readonly (number | null)[]> =>
    within(jobs, async (job) => {
      const first = await job.run(groups[0]);
      checkEqual("the first job", first.status, "succeeded");
      const second = await job.run(groups[1], { killEngine });
      checkEqual("the second job", second.status, "succeeded");
      const isMet = second.errors.some((kind) => kind === "model_lost" || kind === "unavailable");
      check(isMet === killEngine, `model_lost to be met: ${killEngine}`, second.errors);
      return job.scores(tokens);
    });
  const undisturbed = await runAll(false);
  const disturbed = await runAll(true);
  checkAllNear(
    "the scores of a job whose engine died",
    disturbed,
    undisturbed,
    trial.tolerances.repeated,
  );
}

function driverOf(trial: Trial): JobsDriver {
  const { jobs } = trial.context;
  check(jobs !== undefined, "a jobs driver", jobs);
  return jobs;
}

async function within<T>(jobs: JobsDriver, work: (job: JobsTrial) => Promise<T>): Promise<T> {
  const job = await jobs.open();
  try {
    return await work(job);
  } finally {
    await job.close();
  }
}

function trajectories(trial: Trial, rewards: readonly number[]): JobTrajectory[] {
  return rewards.map((reward) => ({
    reward,
    prompt: trial.tokens(3),
    completion: trial.tokens(4),
    logprobs: new Float32Array(4).fill(-3),
  }));
}
