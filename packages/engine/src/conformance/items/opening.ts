import { check, checkAllNear, checkDiffer, checkEqual, checkFails, checkFinite } from "../check.ts";
import type { Item } from "../item.ts";
import type { Trial } from "../trial.ts";

/** What holds of base models and of models just opened. */
export const openingItems: readonly Item[] = [
  {
    number: 1,
    title: "describe lists the base model; an unknown one is refused before any work",
    needs: "engine",
    run: describesBaseModels,
  },
  {
    number: 2,
    title: "openModel resolves when the model can be used",
    needs: "engine",
    run: opensReadyModels,
  },
  {
    number: 3,
    title: "a fresh adapter is the base model",
    needs: "engine",
    run: freshAdapterIsTheBase,
  },
  {
    number: 4,
    title: "the seed of an adapter decides its first step",
    needs: "engine",
    run: seedDecidesTheFirstStep,
  },
];

async function describesBaseModels(trial: Trial): Promise<void> {
  const { engine, profile, base, context } = trial;
  check(profile.isHealthy, "a healthy engine", profile);
  check(profile.instance.length > 0, "a name of the instance", profile);
  check(base.contextTokens > 0 && base.vocabularyTokens > 0, "a context and a vocabulary", base);
  const requests = context.requestsSent?.();
  const baseModel = `${base.id}-that-is-not-there`;
  await checkFails("openModel of an unknown base model", ["not_found"], () =>
    engine.openModel({ modelKey: trial.name(), baseModel, lora: { rank: 1 } }),
  );
  await checkFails("score of an unknown base model", ["not_found"], () =>
    engine.score({ kind: "base", baseModel }, Int32Array.of(0)),
  );
  checkEqual("the requests that went out for it", context.requestsSent?.(), requests);
}

async function opensReadyModels(trial: Trial): Promise<void> {
  const datum = trial.datum();
  const handles = await Promise.all([trial.open(), trial.open()]);
  const rows = await Promise.all(handles.map((handle) => trial.forward(handle, datum)));
  for (const row of rows) {
    checkEqual("the length of the log-probabilities", row.length, datum.inputTokens.length);
    checkFinite("the log-probabilities", row);
  }
}

async function freshAdapterIsTheBase(trial: Trial): Promise<void> {
  const datum = trial.datum();
  const handle = await trial.open();
  const whole = Int32Array.of(...datum.inputTokens, ...datum.targetTokens.slice(-1));
  const scores = await trial.score(trial.baseTarget, whole);
  const logprobs = await trial.forward(handle, datum);
  checkAllNear("forward of a fresh adapter", logprobs, scores.slice(1), trial.tolerances.logprob);
}

async function seedDecidesTheFirstStep(trial: Trial): Promise<void> {
  const datum = trial.datum();
  const rank = Math.min(4, trial.base.maxRank);
  const afterOneStep = async (seed: number): Promise<Float32Array> => {
    const handle = await trial.open({ lora: { rank, seed } });
    await trial.train(handle, [datum]);
    const logprobs = await trial.forward(handle, datum);
    await trial.close(handle);
    return logprobs;
  };
  const first = await afterOneStep(11);
  const again = await afterOneStep(11);
  const other = await afterOneStep(12);
  const { repeated } = trial.tolerances;
  checkAllNear("forward after one step, same seed", again, first, repeated);
  checkDiffer("forward after one step, another seed", other, first, Math.max(1e-6, repeated));
}
