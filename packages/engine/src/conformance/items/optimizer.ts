import type { AdamParameters, Datum } from "../../datum.ts";
import { check, checkAllNear, checkDiffer, checkEqual, checkFails } from "../check.ts";
import type { Item } from "../item.ts";
import type { Trial } from "../trial.ts";

/** What holds of the options of a step. */
export const optimizerItems: readonly Item[] = [
  {
    number: 23,
    title: "learning rate 0 leaves the weights as they are",
    needs: "engine",
    run: learningRateZero,
  },
  {
    number: 24,
    title: "each option of Adam is honoured or refused by name",
    needs: "engine",
    run: adamIsHonoured,
  },
];

async function learningRateZero(trial: Trial): Promise<void> {
  const handle = await trial.openTrained();
  const datum = trial.datum();
  const before = await trial.forward(handle, datum);
  const { gradientNorm } = await trial.train(handle, [datum], { learningRate: 0 });
  check(gradientNorm > 0, "a gradient", gradientNorm);
  checkAllNear(
    "forward after it",
    await trial.forward(handle, datum),
    before,
    trial.tolerances.repeated,
  );
}

/** For each option a value that no other choice of options comes near, and what then must be. */
const adamOptions: Readonly<
  Record<
    Exclude<keyof AdamParameters, "learningRate">,
    { readonly given: Partial<AdamParameters>; readonly look: (trial: Trial) => Promise<void> }
  >
> = {
  betas: { given: { betas: [0, 0] }, look: looksAtBetas },
  epsilon: { given: { epsilon: 1e9 }, look: (trial) => looksAtStandstill(trial, { epsilon: 1e9 }) },
  clipNorm: {
    given: { clipNorm: 1e-20 },
    look: (trial) => looksAtStandstill(trial, { clipNorm: 1e-20 }),
  },
  weightDecay: { given: { weightDecay: 1 }, look: looksAtWeightDecay },
};

async function adamIsHonoured(trial: Trial): Promise<void> {
  for (const name of ["betas", "epsilon", "weightDecay", "clipNorm"] as const) {
    const { given, look } = adamOptions[name];
    if (trial.profile.honouredAdam.includes(name)) await look(trial);
    else await isRefused(trial, name, given);
  }
  await isWrong(trial, "learningRate", { learningRate: Number.NaN });
  await isWrong(trial, "learningRate", { learningRate: -1 });
}

async function isRefused(
  trial: Trial,
  name: string,
  given: Partial<AdamParameters>,
): Promise<void> {
  const handle = await trial.openTrained();
  const error = await checkFails(`a step with ${name}`, ["unsupported"], () =>
    trial.step(handle, given),
  );
  check(error.message.includes(name), `a message that names ${name}`, error.message);
  await trial.close(handle);
}

async function isWrong(trial: Trial, name: string, given: Partial<AdamParameters>): Promise<void> {
  const handle = await trial.openTrained();
  const error = await checkFails(`a step with a wrong ${name}`, ["invalid"], () =>
    trial.step(handle, given),
  );
  check(error.message.includes(name), `a message that names ${name}`, error.message);
  await trial.close(handle);
}

/** Without memory a step whose gradient is 0 goes nowhere; with the usual memory it goes on. */
async function looksAtBetas(trial: Trial): Promise<void> {
  const datum = trial.datum();
  const still = await afterZeroGradient(trial, datum, { betas: [0, 0] });
  checkAllNear(
    "forward after a step without gradient, betas 0",
    still.after,
    still.before,
    trial.tolerances.repeated,
  );
  const moving = await afterZeroGradient(trial, datum, {});
  checkDiffer("forward after a step without gradient", moving.after, moving.before, 1e-6);
}

async function afterZeroGradient(
  trial: Trial,
  datum: Datum,
  adam: Partial<AdamParameters>,
): Promise<{ before: Float32Array; after: Float32Array }> {
  const handle = await trial.open();
  await trial.train(handle, [datum], adam);
  const before = await trial.forward(handle, datum);
  await trial.train(handle, [zeroWeighted(datum)], adam);
  const after = await trial.forward(handle, datum);
  await trial.close(handle);
  return { before, after };
}

/** The option makes the step vanish, and the norm that is reported is still that of the gradient. */
async function looksAtStandstill(trial: Trial, adam: Partial<AdamParameters>): Promise<void> {
  const datum = trial.datum();
  const handle = await trial.open();
  const before = await trial.forward(handle, datum);
  const { gradientNorm } = await trial.train(handle, [datum], adam);
  check(gradientNorm > 1e-6, "the norm before clipping", gradientNorm);
  const after = await trial.forward(handle, datum);
  checkAllNear(
    `forward after a step with ${JSON.stringify(adam)}`,
    after,
    before,
    trial.tolerances.logprob,
  );
  await trial.close(handle);
}

/** Decay of learning rate times weight decay 1 takes all of an adapter: what is left is the base model. */
async function looksAtWeightDecay(trial: Trial): Promise<void> {
  const datum = trial.datum();
  const trained = await trial.openTrained();
  const checkpoint = await trial.save(trained);
  const fresh = await trial.open();
  const base = await trial.forward(fresh, datum);
  await trial.close(fresh);
  checkDiffer(
    "forward of a trained model and of the base",
    await trial.forward(trained, datum),
    base,
    1e-6,
  );
  const { modelKey } = trained;
  await trial.close(trained);
  const resume = { from: checkpoint, withOptimizer: false };
  const handle = await trial.open({ modelKey, resume });
  const { gradientNorm } = await trial.train(handle, [zeroWeighted(datum)], {
    learningRate: 1,
    weightDecay: 1,
  });
  checkEqual("the norm of weights 0", gradientNorm, 0);
  checkAllNear(
    "forward after the decay",
    await trial.forward(handle, datum),
    base,
    trial.tolerances.logprob,
  );
}

function zeroWeighted(datum: Datum): Datum {
  return { ...datum, weights: new Float32Array(datum.inputTokens.length) };
}
