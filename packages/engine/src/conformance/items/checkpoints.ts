import type { Datum } from "../../datum.ts";
import type { CheckpointRef } from "../../engine.ts";
import { EngineError } from "../../errors.ts";
import { check, checkAllNear, checkDiffer, checkEqual, checkFails } from "../check.ts";
import type { Item } from "../item.ts";
import type { Trial } from "../trial.ts";

/** What holds of training states. */
export const checkpointItems: readonly Item[] = [
  {
    number: 25,
    title:
      "a resumed model goes on as if it had never stopped, and without its optimizer it does not",
    needs: "engine",
    run: resumeGoesOn,
  },
  {
    number: 26,
    title: "a checkpoint of another rank is a conflict that names both",
    needs: "engine",
    run: rankMustFit,
  },
  {
    number: 27,
    title: "a checkpoint's name is taken once, and a save whose answer was lost can be found",
    needs: "engine",
    run: namesAreTakenOnce,
  },
];

async function resumeGoesOn(trial: Trial): Promise<void> {
  const { repeated } = trial.tolerances;
  const data = [trial.datum(8), trial.datum(6)];
  const [datum] = data as [Datum];
  const handle = await trial.openTrained();
  const { modelKey } = handle;
  const checkpoint = await trial.save(handle);
  const before = await trial.forward(handle, datum);
  const uninterrupted = await trial.train(handle, data);
  const after = await trial.forward(handle, datum);
  await trial.close(handle);

  const resumed = await trial.open({ modelKey, resume: { from: checkpoint, withOptimizer: true } });
  checkAllNear(
    "forward of the resumed model",
    await trial.forward(resumed, datum),
    before,
    repeated,
  );
  const next = await trial.train(resumed, data);
  checkEqual("the step counted after resuming", next.step, uninterrupted.step);
  checkEqual("the step at which the handle stands", resumed.step + 1, next.step);
  checkAllNear("forward after the next step", await trial.forward(resumed, datum), after, repeated);
  await trial.close(resumed);

  const fresh = await trial.open({ modelKey, resume: { from: checkpoint, withOptimizer: false } });
  checkAllNear(
    "forward without the optimizer",
    await trial.forward(fresh, datum),
    before,
    repeated,
  );
  await trial.train(fresh, data);
  checkDiffer(
    "forward after a step without the optimizer",
    await trial.forward(fresh, datum),
    after,
    1e-6,
  );
}

async function rankMustFit(trial: Trial): Promise<void> {
  const handle = await trial.openTrained();
  const checkpoint = await trial.save(handle);
  const { modelKey, rank } = handle;
  await trial.close(handle);
  const other = rank === 1 ? 2 : rank - 1;
  const error = await checkFails("resuming with another rank", ["conflict"], () =>
    trial.open({
      modelKey,
      lora: { rank: other },
      resume: { from: checkpoint, withOptimizer: true },
    }),
  );
  const { message } = error;
  const namesBoth = [rank, other].every((value) => new RegExp(`\\b${value}\\b`).test(message));
  check(namesBoth, `a message that names the ranks ${rank} and ${other}`, message);
  await trial.open({ modelKey, resume: { from: checkpoint, withOptimizer: true } });
}

async function namesAreTakenOnce(trial: Trial): Promise<void> {
  const { engine } = trial;
  const handle = await trial.openTrained();
  const datum = trial.datum();
  const first = await trial.save(handle);
  const before = await trial.forward(handle, datum);
  await trial.train(handle, [datum]);
  await checkFails("saving under a name that is taken", ["conflict"], () =>
    engine.saveState(handle, first.name),
  );
  const second = await trial.save(handle);
  checkEqual(
    "the states listed",
    await names(trial, handle.modelKey),
    [first.name, second.name].toSorted(),
  );

  const lost = await saveAndGiveUp(trial, handle.modelKey, (name, signal) =>
    engine.saveState(handle, name, { signal }),
  );
  await trial.close(handle);
  const { modelKey } = handle;
  const again = await trial.open({ modelKey, resume: { from: first, withOptimizer: true } });
  checkAllNear(
    "forward of the first state",
    await trial.forward(again, datum),
    before,
    trial.tolerances.repeated,
  );
  await trial.close(again);
  await trial.open({ modelKey, resume: { from: lost, withOptimizer: true } });

  await trial.deleteState(second);
  checkEqual("the states listed", (await names(trial, modelKey)).includes(second.name), false);
  await checkFails("resuming a state that was deleted", ["not_found"], () =>
    trial.open({ resume: { from: second, withOptimizer: true } }),
  );
}

/** Whoever lost the answer of a save looks whether it is there, and saves again where it is not. */
async function saveAndGiveUp(
  trial: Trial,
  modelKey: string,
  save: (name: string, signal: AbortSignal) => Promise<CheckpointRef>,
): Promise<CheckpointRef> {
  const name = trial.name();
  const giveUp = new AbortController();
  const saving = save(name, giveUp.signal);
  giveUp.abort();
  try {
    return await saving;
  } catch (error) {
    check(error instanceof EngineError && error.kind === "cancelled", "cancelled", error);
  }
  const listed = (await trial.engine.listStates(modelKey)).find((state) => state.name === name);
  return listed ?? save(name, new AbortController().signal);
}

async function names(trial: Trial, modelKey: string): Promise<string[]> {
  return (await trial.engine.listStates(modelKey)).map(({ name }) => name).toSorted();
}
