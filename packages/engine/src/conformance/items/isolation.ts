import type { Datum } from "../../datum.ts";
import type { ModelHandle } from "../../engine.ts";
import { EngineError } from "../../errors.ts";
import { check, checkAllNear, checkEqual, checkFails, checkFinite, checkNear } from "../check.ts";
import type { Item } from "../item.ts";
import { crossEntropy } from "../trial.ts";
import type { Trial } from "../trial.ts";

/** What holds between models, and between calls that run at once. */
export const isolationItems: readonly Item[] = [
  {
    number: 38,
    title: "models do not touch each other, and a closed one leaves nothing behind",
    needs: "engine",
    run: modelsAreApart,
  },
  {
    number: 39,
    title: "numbers that are not finite are an error of one model alone",
    needs: "engine",
    run: numericalStaysAlone,
  },
  {
    number: 44,
    title: "a cancelled accumulate takes its gradient with it",
    needs: "engine",
    run: cancelLeavesNothing,
  },
  {
    number: 46,
    title: "eight samplers beside a trainer: all end, and the trainer's calls keep their order",
    needs: "engine",
    run: callsKeepTheirOrder,
  },
];

async function modelsAreApart(trial: Trial): Promise<void> {
  const { engine, profile } = trial;
  const datum = trial.datum();
  const [trained, bystander] = [await trial.openTrained(), await trial.openTrained()];
  const before = await trial.forward(bystander, datum);
  for (let step = 0; step < 3; step += 1) await trial.train(trained, [datum]);
  const after = await trial.forward(bystander, datum);
  checkAllNear("forward of the other model", after, before, trial.tolerances.repeated);
  checkEqual("its gradient", (await trial.step(bystander, { learningRate: 0 })).gradientNorm, 0);
  await checkFails("opening a key twice", ["conflict"], () =>
    trial.open({ modelKey: trained.modelKey }),
  );

  const fresh = await trial.forward(await trial.open(), datum);
  await trial.accumulate(trained, [datum]);
  await trial.close(trained);
  await checkFails("forward with a closed handle", ["model_lost"], () =>
    trial.forward(trained, datum),
  );
  const next = await trial.open({ modelKey: trained.modelKey });
  check(next.generation !== trained.generation, "another generation of the key", next);
  checkAllNear(
    "forward of the next model",
    await trial.forward(next, datum),
    fresh,
    trial.tolerances.repeated,
  );
  const first = await trial.step(next, { learningRate: 0 });
  checkEqual("the gradient it starts with", first.gradientNorm, 0);
  checkEqual("the steps it counts", first.step, 1);
  await checkFails("forward with the old handle", ["model_lost"], () =>
    trial.forward(trained, datum),
  );
  await fillSlots(trial, profile.maxModels);
  await engine.forward(next, [datum]);
}

/** Opens models up to the limit, where that is near; one more is refused until one is closed. */
async function fillSlots(trial: Trial, maxModels: number): Promise<void> {
  if (maxModels > 32) {
    trial.notes.push(`the limit of ${maxModels} models was not tried`);
    return;
  }
  const handles: ModelHandle[] = [];
  for (let open = 0; open <= maxModels; open += 1) {
    try {
      handles.push(await trial.open());
    } catch (error) {
      check(error instanceof EngineError && error.kind === "busy", "busy beyond maxModels", error);
      break;
    }
  }
  const [last] = handles.slice(-1);
  check(
    last !== undefined && handles.length < maxModels,
    `busy at ${maxModels} models`,
    handles.length,
  );
  await trial.close(last);
  await trial.open();
  for (const handle of handles.slice(0, -1)) await trial.close(handle);
}

/** A learning rate at the end of single precision makes weights with which nothing can be computed. */
async function numericalStaysAlone(trial: Trial): Promise<void> {
  const { engine } = trial;
  const datum = trial.datum();
  const bystander = await trial.openTrained();
  const before = await trial.forward(bystander, datum);
  const handle = await trial.openTrained();
  const { modelKey } = handle;
  const spoil = async (): Promise<void> => {
    for (let step = 0; step < 4; step += 1) {
      const { logprobs, metrics } = await engine.accumulate(handle, [datum], crossEntropy);
      checkFinite(
        "the log-probabilities of a spoilt model",
        logprobs.flatMap((row) => [...row]),
      );
      checkFinite("its metrics", Object.values(metrics));
      const taken = await trial.step(handle, { learningRate: 3e38 });
      checkFinite("its gradient norm", [taken.gradientNorm]);
    }
  };
  await checkFails("training at a learning rate of 3e38", ["numerical"], spoil);
  const after = await trial.forward(bystander, datum);
  checkAllNear("forward of the other model", after, before, trial.tolerances.repeated);
  await trial.close(handle);
  const next = await trial.open({ modelKey });
  checkFinite("forward of the next model", await trial.forward(next, datum));
  checkFinite("score of the base", await trial.score(trial.baseTarget, datum.inputTokens));
}

async function cancelLeavesNothing(trial: Trial): Promise<void> {
  const handle = await trial.openTrained();
  const given = trial.datum(6);
  const cancelled = Array.from({ length: 8 }, () => trial.datum(12));
  const norm = await trial.gradientNorm(handle, [given]);
  const before = await trial.forward(handle, given);
  await checkFails("a call whose signal was aborted before", ["cancelled"], () =>
    trial.engine.accumulate(handle, cancelled, crossEntropy, { signal: AbortSignal.abort() }),
  );
  for (const turns of [0, 1, 3, 10]) {
    const isIn = await accumulateAndCancel(trial, handle, cancelled, turns);
    if (isIn) await trial.step(handle, { learningRate: 0 });
    await trial.accumulate(handle, [given]);
    const next = await trial.step(handle, { learningRate: 0 });
    checkNear(`the norm after a cancel, ${turns} turns late`, next.gradientNorm, norm, {
      relative: trial.tolerances.gradientNorm,
    });
  }
  checkAllNear(
    "forward afterwards",
    await trial.forward(handle, given),
    before,
    trial.tolerances.repeated,
  );
}

/** Cancels so many turns of the event loop after the call; resolves to whether the call was through by then. */
async function accumulateAndCancel(
  trial: Trial,
  handle: ModelHandle,
  data: readonly Datum[],
  turns: number,
): Promise<boolean> {
  const giveUp = new AbortController();
  const { signal } = giveUp;
  const settled = trial.engine.accumulate(handle, data, crossEntropy, { signal }).then(
    () => null,
    (error: unknown) => error,
  );
  for (let turn = 0; turn < turns; turn += 1) await nextTurn();
  giveUp.abort();
  const error = await settled;
  if (error === null) return true;
  check(error instanceof EngineError && error.kind === "cancelled", "cancelled", error);
  return false;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

async function callsKeepTheirOrder(trial: Trial): Promise<void> {
  const { engine, tolerances } = trial;
  const data = [trial.datum(6), trial.datum(4), trial.datum(7)];
  const [datum] = data as [Datum];
  const alone = await trial.open();
  for (const one of data) await trial.train(alone, [one]);
  const expected = await trial.forward(alone, datum);

  const handle = await trial.open();
  const samplers = [await trial.publish(await trial.openTrained()), trial.baseTarget];
  const sampling = Array.from({ length: 8 }, (_none, index) =>
    trial.sample(samplers[index % 2] ?? trial.baseTarget, {
      prompt: trial.tokens(4),
      maxTokens: 16,
      seed: index,
      ignoreEnd: true,
    }),
  );
  // All sent at once: the engine's queue is what keeps them apart.
  const calls = data.flatMap((one) => [
    engine.accumulate(handle, [one], crossEntropy).then(() => 0),
    trial.step(handle).then(({ step }) => step),
  ]);
  const [steps, forwarded, sampled] = await Promise.all([
    Promise.all(calls),
    trial.forward(handle, datum),
    Promise.all(sampling),
  ]);
  checkEqual("the steps in the order of the calls", steps, [0, 1, 0, 2, 0, 3]);
  checkAllNear("forward after them", forwarded, expected, tolerances.repeated);
  for (const { completions } of sampled) {
    checkEqual("the tokens of a sampler beside it", completions[0]?.tokens.length, 16);
  }
}
