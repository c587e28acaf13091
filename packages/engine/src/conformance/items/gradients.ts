import type { Datum } from "../../datum.ts";
import type { ModelHandle } from "../../engine.ts";
import { check, checkAllNear, checkDiffer, checkEqual, checkNear } from "../check.ts";
import type { Item } from "../item.ts";
import { crossEntropy } from "../trial.ts";
import type { Trial } from "../trial.ts";

/** What holds of gradients, whatever the loss. */
export const gradientItems: readonly Item[] = [
  {
    number: 8,
    title: "a step changes forward, and twenty learn a sequence",
    needs: "engine",
    run: stepsLearn,
  },
  { number: 9, title: "weights of 0 have no gradient", needs: "engine", run: zeroWeights },
  { number: 10, title: "double weights double the gradient", needs: "engine", run: doubleWeights },
  {
    number: 11,
    title: "a batch may be split into calls",
    needs: "engine",
    run: splitBatch,
  },
  {
    number: 12,
    title: "the order of a batch does not matter, and results keep it",
    needs: "engine",
    run: orderOfBatch,
  },
  {
    number: 13,
    title: "two accumulates and a step are one accumulate of both and a step",
    needs: "engine",
    run: twoAccumulates,
  },
  {
    number: 14,
    title: "a step without a gradient has norm 0 and moves nothing",
    needs: "engine",
    run: emptyStep,
  },
];

async function stepsLearn(trial: Trial): Promise<void> {
  const handle = await trial.open();
  const datum = trial.datum();
  const before = await trial.forward(handle, datum);
  for (let step = 1; step <= 20; step += 1) {
    const taken = await trial.train(handle, [datum]);
    checkEqual("the steps counted", taken.step, step);
    if (step === 1) {
      checkDiffer("forward after a step", await trial.forward(handle, datum), before, 1e-6);
    }
  }
  const after = await trial.forward(handle, datum);
  const nll = (row: Float32Array): number =>
    -row.reduce((sum, value) => sum + value, 0) / row.length;
  check(
    nll(after) <= nll(before) / 2,
    `20 steps to halve the mean negative log-likelihood of ${nll(before)}`,
    nll(after),
  );
}

async function zeroWeights(trial: Trial): Promise<void> {
  const handle = await trial.openTrained();
  const datum = trial.datum();
  const norm = await trial.gradientNorm(handle, [weighted(datum, 0)]);
  checkEqual("the gradient norm of weights 0", norm, 0);
  const partly = { ...datum, weights: weightsOf(datum, 0).with(2, 1) };
  check((await trial.gradientNorm(handle, [partly])) > 0, "a gradient of one weight of 1", 0);
}

async function doubleWeights(trial: Trial): Promise<void> {
  const handle = await trial.openTrained();
  const data = [trial.datum(5), trial.datum(8)];
  const within = { relative: trial.tolerances.gradientNorm };
  const norm = await trial.gradientNorm(
    handle,
    data.map((datum) => weighted(datum, 1)),
  );
  check(norm > 0, "a gradient", norm);
  const plain = await trial.gradientNorm(handle, data);
  checkNear("the norm without weights", plain, norm, within);
  const double = await trial.gradientNorm(
    handle,
    data.map((datum) => weighted(datum, 2)),
  );
  checkNear("the norm of double weights", double, 2 * norm, within);
  const negative = await trial.gradientNorm(
    handle,
    data.map((datum) => weighted(datum, -1)),
  );
  checkNear("the norm of negative weights", negative, norm, within);
  const [first] = data as [Datum];
  const once = await trial.gradientNorm(handle, [first]);
  checkNear(
    "the norm of a sequence given twice",
    await trial.gradientNorm(handle, [first, first]),
    2 * once,
    within,
  );
}

async function splitBatch(trial: Trial): Promise<void> {
  const handle = await trial.openTrained();
  const data = [trial.datum(3), trial.datum(8), trial.datum(5), trial.datum(6)];
  const whole = await trial.gradientNorm(handle, data);
  for (const size of [1, 2, 3]) {
    for (let from = 0; from < data.length; from += size) {
      await trial.accumulate(handle, data.slice(from, from + size));
    }
    const { gradientNorm } = await trial.step(handle, { learningRate: 0 });
    checkNear(`the norm in calls of ${size}`, gradientNorm, whole, {
      relative: trial.tolerances.gradientNorm,
    });
    for (let from = 0; from < data.length; from += size) {
      await trial.accumulate(handle, data.slice(from, from + size));
    }
    await cancels(trial, handle, `calls of ${size}`, data, whole);
  }
}

async function orderOfBatch(trial: Trial): Promise<void> {
  const handle = await trial.openTrained();
  const data = [trial.datum(6), trial.datum(2), trial.datum(9)];
  const { engine, tolerances } = trial;
  const alone = [];
  for (const datum of data) alone.push(await trial.forward(handle, datum));
  const inOrder = await engine.accumulate(handle, data, crossEntropy);
  const first = await trial.step(handle, { learningRate: 0 });
  const reversed = await engine.accumulate(handle, data.toReversed(), crossEntropy);
  const second = await trial.step(handle, { learningRate: 0 });
  const turned = reversed.logprobs.toReversed();
  for (const [index, row] of alone.entries()) {
    checkAllNear(`result ${index}`, inOrder.logprobs[index] ?? [], row, tolerances.logprob);
    checkAllNear(
      `result ${index} of the reversed batch`,
      turned[index] ?? [],
      row,
      tolerances.logprob,
    );
  }
  checkNear("the norm of the reversed batch", second.gradientNorm, first.gradientNorm, {
    relative: tolerances.gradientNorm,
  });
  await trial.accumulate(handle, data);
  await cancels(trial, handle, "the batch", data.toReversed(), first.gradientNorm);
}

/** Fails unless the opposite of a batch takes back what was accumulated: equal norms alone may point anywhere. */
async function cancels(
  trial: Trial,
  handle: ModelHandle,
  what: string,
  data: readonly Datum[],
  norm: number,
): Promise<void> {
  await trial.accumulate(
    handle,
    data.map((datum) => weighted(datum, -1)),
  );
  const { gradientNorm } = await trial.step(handle, { learningRate: 0 });
  checkNear(`the norm of ${what} and the opposite of the same sequences`, gradientNorm, 0, {
    absolute: 10 * trial.tolerances.gradientNorm * norm,
  });
}

async function twoAccumulates(trial: Trial): Promise<void> {
  const [one, other] = [trial.datum(5), trial.datum(7)];
  const parts = await trial.openTrained();
  const union = await trial.openTrained();
  await trial.accumulate(parts, [one]);
  await trial.accumulate(parts, [other]);
  await trial.accumulate(union, [one, other]);
  const inParts = await trial.step(parts);
  const atOnce = await trial.step(union);
  checkNear("the norm of both", inParts.gradientNorm, atOnce.gradientNorm, {
    relative: trial.tolerances.gradientNorm,
  });
  const row = await trial.forward(union, one);
  checkAllNear(
    "forward after the step",
    await trial.forward(parts, one),
    row,
    trial.tolerances.logprob,
  );
}

async function emptyStep(trial: Trial): Promise<void> {
  const handle = await trial.open();
  const datum = trial.datum();
  const before = await trial.forward(handle, datum);
  const { gradientNorm, step } = await trial.step(handle);
  checkEqual("the norm of nothing", gradientNorm, 0);
  checkEqual("the steps counted", step, 1);
  checkAllNear(
    "forward after it",
    await trial.forward(handle, datum),
    before,
    trial.tolerances.repeated,
  );
  await trial.accumulate(handle, [datum]);
  check((await trial.step(handle)).gradientNorm > 0, "a gradient in the next step", 0);
  checkEqual("what the step left", (await trial.step(handle, { learningRate: 0 })).gradientNorm, 0);
}

function weightsOf(datum: Datum, weight: number): Float32Array {
  return new Float32Array(datum.inputTokens.length).fill(weight);
}

function weighted(datum: Datum, weight: number): Datum {
  return { ...datum, weights: weightsOf(datum, weight) };
}
