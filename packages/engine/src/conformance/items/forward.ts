import { check, checkAllNear, checkDiffer, checkEqual, checkFinite } from "../check.ts";
import type { Item } from "../item.ts";
import { crossEntropy } from "../trial.ts";
import type { Trial } from "../trial.ts";

/** What holds of `forward` and `score`. */
export const forwardItems: readonly Item[] = [
  {
    number: 5,
    title: "position t predicts the token after it from the tokens up to it",
    needs: "engine",
    run: predictsTheNextToken,
  },
  {
    number: 6,
    title: "forward twice is the same, and changes nothing",
    needs: "engine",
    run: forwardIsPure,
  },
  {
    number: 7,
    title: "accumulate without a step leaves forward as it was",
    needs: "engine",
    run: accumulateChangesNoWeights,
  },
  {
    number: 36,
    title: "score has one entry per token, the first null",
    needs: "engine",
    run: scoreHasOneEntryPerToken,
  },
  {
    number: 49,
    title: "entropies are those of the distributions that the targets come from",
    needs: "engine",
    notApplicable: ({ reportsEntropies }) =>
      reportsEntropies ? null : "the profile says that the engine reports no entropies",
    run: entropiesAreOfTheDistribution,
  },
];

/** So many targets are asked for at each position at most. */
const maxTargets = 512;

async function predictsTheNextToken(trial: Trial): Promise<void> {
  const { tolerances } = trial;
  const handle = await trial.openTrained();
  const sampler = await trial.publish(handle);
  const datum = trial.datum(9);
  const whole = Int32Array.of(...datum.inputTokens, ...datum.targetTokens.slice(-1));
  const logprobs = await trial.forward(handle, datum);
  const scores = await trial.score(sampler, whole);
  checkAllNear("forward against score", logprobs, scores.slice(1), tolerances.logprob);
  const start = {
    inputTokens: datum.inputTokens.slice(0, 4),
    targetTokens: datum.targetTokens.slice(0, 4),
  };
  const early = await trial.forward(handle, start);
  checkAllNear("forward of the start alone", early, logprobs.slice(0, 4), tolerances.logprob);
  const targetTokens = datum.targetTokens.with(4, datum.targetTokens[0] ?? 0);
  const asked = await trial.forward(handle, { ...datum, targetTokens });
  checkAllNear(
    "forward before another target",
    asked.slice(0, 4),
    logprobs.slice(0, 4),
    tolerances.logprob,
  );
  checkAllNear(
    "forward after another target",
    asked.slice(5),
    logprobs.slice(5),
    tolerances.logprob,
  );
}

async function forwardIsPure(trial: Trial): Promise<void> {
  const handle = await trial.openTrained();
  const datum = trial.datum();
  const first = await trial.forward(handle, datum);
  checkFinite("the log-probabilities", first);
  for (const again of [await trial.forward(handle, datum), await trial.forward(handle, datum)]) {
    checkAllNear("forward again", again, first, trial.tolerances.repeated);
  }
  const { gradientNorm } = await trial.step(handle, { learningRate: 0 });
  checkEqual("the gradient that forward left", gradientNorm, 0);
}

async function accumulateChangesNoWeights(trial: Trial): Promise<void> {
  const handle = await trial.openTrained();
  const datum = trial.datum();
  const before = await trial.forward(handle, datum);
  const accumulated = await trial.engine.accumulate(handle, [datum], crossEntropy);
  const { repeated } = trial.tolerances;
  checkAllNear("what accumulate returned", accumulated.logprobs[0] ?? [], before, repeated);
  checkAllNear("forward after accumulate", await trial.forward(handle, datum), before, repeated);
}

async function scoreHasOneEntryPerToken(trial: Trial): Promise<void> {
  const sampler = await trial.publish(await trial.openTrained());
  const tokens = trial.tokens(6);
  const rows = {
    base: await trial.score(trial.baseTarget, tokens),
    sampler: await trial.score(sampler, tokens),
  };
  for (const [target, row] of Object.entries(rows)) {
    checkEqual(`the entries of score, ${target}`, row.length, tokens.length);
    checkEqual(`the first entry of score, ${target}`, row[0], null);
    checkEqual(
      `the other entries that are null, ${target}`,
      row.slice(1).filter((one) => one === null),
      [],
    );
    checkFinite(`score, ${target}`, row);
  }
  checkDiffer("score of the base and of a trained model", rows.base, rows.sampler, 1e-6);
  checkEqual("score of one token", await trial.score(sampler, tokens.slice(0, 1)), [null]);
}

async function entropiesAreOfTheDistribution(trial: Trial): Promise<void> {
  const { base, engine, tolerances } = trial;
  const handle = await trial.openTrained();
  const datum = trial.datum(3);
  const positions = datum.inputTokens.length;
  const result = await engine.forward(handle, [datum, trial.datum(2)]);
  const { entropies } = result;
  check(entropies !== undefined, "entropies of forward", entropies);
  checkEqual(
    "the lengths of the entropies",
    entropies.map((row) => row.length),
    result.logprobs.map((row) => row.length),
  );
  // Every token that the vocabulary has, or the first ones of a large one, as target of each position.
  const targets = Math.min(base.vocabularyTokens, maxTargets);
  const asked = Array.from({ length: targets }, (_none, token) => ({
    inputTokens: datum.inputTokens,
    targetTokens: new Int32Array(positions).fill(token),
  }));
  const { logprobs } = await engine.forward(handle, asked);
  for (const [t, entropy] of (entropies[0] ?? new Float32Array()).entries()) {
    const rows = logprobs.map((row) => row[t] ?? Number.NaN);
    const known = rows.reduce((sum, p) => sum - Math.exp(p) * p, 0);
    // What the other tokens share is the least where one has it all, and the most where all have the same.
    const rest = Math.max(0, 1 - rows.reduce((sum, p) => sum + Math.exp(p), 0));
    const others = base.vocabularyTokens - targets;
    const most = others === 0 || rest === 0 ? 0 : rest * Math.log(others / rest);
    const least = others === 0 || rest === 0 ? 0 : -rest * Math.log(rest);
    const room = tolerances.logprob;
    check(
      entropy >= known + least - room && entropy <= known + most + room,
      `the entropy at ${t} to be from ${known + least} to ${known + most}`,
      entropy,
    );
  }
  const accumulated = await engine.accumulate(handle, [datum], crossEntropy);
  checkAllNear(
    "the entropies of accumulate",
    accumulated.entropies?.[0] ?? [],
    entropies[0] ?? [],
    tolerances.repeated,
  );
}
