import type { Datum, LossSpec } from "../../datum.ts";
import type { ModelHandle } from "../../engine.ts";
import { accumulateCustom } from "../../losses/linearise.ts";
import { lossOf } from "../../losses/loss.ts";
import type { EngineProfile, LossName } from "../../profile.ts";
import { check, checkAllNear, checkEqual, checkNear } from "../check.ts";
import type { Item } from "../item.ts";
import type { Trial } from "../trial.ts";

/** What holds of losses by name; the linearised way belongs to all of them. */
export const lossItems: readonly Item[] = [
  {
    number: 15,
    title: "importance sampling of the model's own samples is cross entropy",
    needs: "engine",
    notApplicable: without("importance_sampling"),
    run: importanceSamplingIsCrossEntropy,
  },
  {
    number: 16,
    title: "ppo: a good token above the bound has no gradient, a bad one has",
    needs: "engine",
    notApplicable: without("ppo"),
    run: ppoClips,
  },
  {
    number: 17,
    title: "clip bounds are bounds of the ratio, and those given count",
    needs: "engine",
    notApplicable: without("ppo", "cispo"),
    run: boundsAreRatios,
  },
  {
    number: 18,
    title: "cispo: a ratio above the bound is clipped and keeps its gradient",
    needs: "engine",
    notApplicable: without("cispo"),
    run: cispoKeepsGradients,
  },
  {
    number: 19,
    title: "the linearised way is the named one, for every loss that has a name",
    needs: "engine",
    notApplicable: without("ppo", "cispo"),
    run: linearisedIsNamed,
  },
  {
    number: 22,
    title: "positions with advantage 0 or weight 0 contribute nothing",
    needs: "engine",
    run: promptsContributeNothing,
  },
];

/** Every loss with options under which none of its parts is idle. */
const specs: readonly LossSpec[] = [
  { name: "cross_entropy" },
  { name: "importance_sampling" },
  { name: "ppo", clipLow: 0.8, clipHigh: 1.2 },
  { name: "cispo", clipLow: 0.8, clipHigh: 1.2 },
  { name: "dro", beta: 0.5 },
  { name: "gspo", clipLow: 0.5, clipHigh: 2 },
  { name: "dppo", deltaLow: 0.2, deltaHigh: 0.2 },
];

function without(...names: LossName[]): (profile: EngineProfile) => string | null {
  return ({ losses }) => {
    const missing = names.filter((name) => !losses.includes(name));
    return missing.length === 0 ? null : `the profile does not list the loss ${missing.join(", ")}`;
  };
}

async function importanceSamplingIsCrossEntropy(trial: Trial): Promise<void> {
  const handle = await trial.openTrained();
  const datum = trial.datum();
  const crossEntropy = await trial.gradientNorm(handle, [datum]);
  const own = await withRatio(trial, handle, datum, 1, 1);
  const norm = await trial.gradientNorm(handle, [own], { name: "importance_sampling" });
  checkNear("the norm of importance sampling", norm, crossEntropy, {
    relative: 10 * trial.tolerances.gradientNorm,
  });
  const bad = await withRatio(trial, handle, datum, 1, -1);
  await trial.accumulate(handle, [datum]);
  await trial.accumulate(handle, [bad], { name: "importance_sampling" });
  const { gradientNorm } = await trial.step(handle, { learningRate: 0 });
  checkNear("the norm of cross entropy and importance sampling of -1", gradientNorm, 0, {
    absolute: 10 * trial.tolerances.gradientNorm * crossEntropy,
  });
}

async function ppoClips(trial: Trial): Promise<void> {
  const norms = await ppoNorms(trial);
  const ppo = { name: "ppo", clipLow: 0.8, clipHigh: 1.2 } as const;
  checkEqual("the norm at ratio 2, advantage 1", await norms(ppo, 2, 1), 0);
  check((await norms(ppo, 2, -1)) > 0, "a gradient at ratio 2, advantage -1", 0);
  checkEqual("the norm at ratio 0.5, advantage -1", await norms(ppo, 0.5, -1), 0);
  check((await norms(ppo, 0.5, 1)) > 0, "a gradient at ratio 0.5, advantage 1", 0);
}

async function boundsAreRatios(trial: Trial): Promise<void> {
  const norms = await ppoNorms(trial);
  const ppo = (clipLow: number, clipHigh: number): LossSpec => ({ name: "ppo", clipLow, clipHigh });
  checkEqual("ppo up to 1.4, ratio 1.5", await norms(ppo(0.5, 1.4), 1.5, 1), 0);
  check((await norms(ppo(0.5, 1.6), 1.5, 1)) > 0, "a gradient, ppo up to 1.6, ratio 1.5", 0);
  checkEqual("ppo from 0.6, ratio 0.5", await norms(ppo(0.6, 1.4), 0.5, -1), 0);
  check((await norms(ppo(0.4, 1.4), 0.5, -1)) > 0, "a gradient, ppo from 0.4, ratio 0.5", 0);
  const cispo = (clipLow: number, clipHigh: number): LossSpec => ({
    name: "cispo",
    clipLow,
    clipHigh,
  });
  const free = await norms(cispo(0, 9), 6, 1);
  const within = { relative: 1e-3 };
  checkNear("cispo up to 3, ratio 6", await norms(cispo(0, 3), 6, 1), free / 2, within);
  checkNear("cispo from 12, ratio 6", await norms(cispo(12, 15), 6, 1), free * 2, within);
}

async function cispoKeepsGradients(trial: Trial): Promise<void> {
  const norms = await ppoNorms(trial);
  const cispo = { name: "cispo", clipLow: 0.5, clipHigh: 2 } as const;
  const at = await norms(cispo, 1, 1);
  const within = { relative: 1e-3 };
  checkNear("the norm at ratio 8", await norms(cispo, 8, 1), 2 * at, within);
  checkNear("the norm at ratio 8, advantage -1", await norms(cispo, 8, -1), 2 * at, within);
  checkNear("the norm at ratio 0.1", await norms(cispo, 0.1, -1), 0.5 * at, within);
}

async function linearisedIsNamed(trial: Trial): Promise<void> {
  const { engine, tolerances } = trial;
  const named = await trial.openTrained();
  const linearised = await trial.openTrained();
  const sequences = [trial.datum(6), trial.datum(9)];
  const relative = Math.max(1e-4, tolerances.gradientNorm);
  for (const spec of specs.filter(({ name }) => trial.profile.losses.includes(name))) {
    const data = await mixed(trial, named, sequences);
    const byName = await engine.accumulate(named, data, spec);
    const first = await trial.step(named);
    const custom = await accumulateCustom(engine, linearised, data, lossOf(spec));
    const second = await trial.step(linearised);
    checkNear(`the norm of ${spec.name}, linearised`, second.gradientNorm, first.gradientNorm, {
      relative,
    });
    const loss = byName.metrics["loss:sum"] ?? Number.NaN;
    checkNear(
      `loss:sum of ${spec.name}, linearised`,
      custom.metrics["loss:sum"] ?? Number.NaN,
      loss,
      {
        relative,
        absolute: 1e-3,
      },
    );
    const [datum] = data as [Datum];
    const row = await trial.forward(named, datum);
    checkAllNear(
      `forward after ${spec.name}`,
      await trial.forward(linearised, datum),
      row,
      tolerances.logprob,
    );
  }
}

async function promptsContributeNothing(trial: Trial): Promise<void> {
  const handle = await trial.openTrained();
  const sequence = trial.datum(8);
  const relative = trial.tolerances.gradientNorm;
  for (const spec of specs.filter(({ name }) => trial.profile.losses.includes(name))) {
    const field = spec.name === "cross_entropy" ? "weights" : "advantages";
    const [full] = (await mixed(trial, handle, [sequence])) as [Datum];
    const values = full[field]?.slice().fill(0, 0, 3);
    const datum = { ...full, ...(values && { [field]: values }) };
    const norm = await trial.gradientNorm(handle, [datum], spec);
    check(norm > 0, `a gradient of ${spec.name}`, norm);
    const targetTokens = datum.targetTokens.slice();
    targetTokens.copyWithin(0, 3, 6);
    const behaviourLogprobs = datum.behaviourLogprobs?.slice().fill(-30, 0, 3);
    const other = { ...datum, targetTokens, ...(behaviourLogprobs && { behaviourLogprobs }) };
    checkNear(
      `the norm of ${spec.name} with another prompt's targets`,
      await trial.gradientNorm(handle, [other], spec),
      norm,
      {
        relative,
      },
    );
  }
}

/** Norms of one trained model for one sequence, by loss, ratio and advantage. */
async function ppoNorms(
  trial: Trial,
): Promise<(loss: LossSpec, ratio: number, advantage: number) => Promise<number>> {
  const handle = await trial.openTrained();
  const datum = trial.datum();
  return async (loss, ratio, advantage) =>
    trial.gradientNorm(handle, [await withRatio(trial, handle, datum, ratio, advantage)], loss);
}

/** The sequence as if sampled by a policy to which that of now has this ratio. */
async function withRatio(
  trial: Trial,
  handle: ModelHandle,
  datum: Datum,
  ratio: number,
  advantage: number,
): Promise<Datum> {
  const logprobs = await trial.forward(handle, datum);
  return {
    ...datum,
    behaviourLogprobs: logprobs.map((p) => p - Math.log(ratio)),
    advantages: logprobs.map(() => advantage),
  };
}

/** Sequences with ratios on both sides of the bounds, advantages of both signs, and weights. */
async function mixed(trial: Trial, handle: ModelHandle, data: readonly Datum[]): Promise<Datum[]> {
  const ratios = [0.5, 0.9, 1.1, 1.5, 3];
  const made: Datum[] = [];
  for (const datum of data) {
    const logprobs = await trial.forward(handle, datum);
    made.push({
      ...datum,
      behaviourLogprobs: logprobs.map((p, t) => p - Math.log(ratios[t % ratios.length] ?? 1)),
      advantages: logprobs.map((_p, t) => (t % 3 === 0 ? -0.7 : 1.3)),
      weights: logprobs.map((_p, t) => (t % 2 === 0 ? 1 : 0.5)),
    });
  }
  return made;
}
