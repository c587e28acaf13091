import { checkAllNear, checkDiffer, checkFails } from "../check.ts";
import type { AdapterFile } from "../../engine.ts";
import type { Item } from "../item.ts";
import { checkPeftFolder } from "../peft-folder.ts";
import type { Trial } from "../trial.ts";

/** What holds of published weights. */
export const samplerItems: readonly Item[] = [
  {
    number: 28,
    title: "a published sampler stays what it was while the model is trained",
    needs: "engine",
    run: samplersAreImmutable,
  },
  {
    number: 29,
    title: "sampling and scoring leave what is trained as it was",
    needs: "engine",
    run: samplingChangesNothing,
  },
  {
    number: 30,
    title: "two versions served at once are two models",
    needs: "engine",
    run: versionsDiffer,
  },
  {
    number: 31,
    title: "an exported adapter opens as PEFT and is the sampler",
    needs: "engine",
    notApplicable: ({ adapterExport }) =>
      adapterExport === "peft" ? null : `the profile exports ${adapterExport}, not peft`,
    run: exportsPeft,
  },
  {
    number: 48,
    title: "an imported adapter is the one that was exported, and what does not fit is refused",
    needs: "engine",
    notApplicable: ({ adapterExport, adapterImport }) =>
      adapterExport === "peft" && adapterImport === "peft"
        ? null
        : `the profile exports ${adapterExport} and imports ${adapterImport}, not peft`,
    run: importsPeft,
  },
];

async function samplersAreImmutable(trial: Trial): Promise<void> {
  const { engine, tolerances } = trial;
  const handle = await trial.openTrained();
  const tokens = trial.tokens(8);
  const sampler = await trial.publish(handle);
  const before = await trial.score(sampler, tokens);
  const request = { prompt: tokens, maxTokens: 8, temperature: 0 };
  const { completions } = await trial.sample(sampler, request);
  for (let step = 0; step < 3; step += 1) await trial.train(handle, [trial.datum()]);
  checkAllNear(
    "the scores after training",
    await trial.score(sampler, tokens),
    before,
    tolerances.repeated,
  );
  const again = await trial.sample(sampler, request);
  checkAllNear(
    "the greedy tokens after training",
    again.completions[0]?.tokens ?? [],
    completions[0]?.tokens ?? [],
    0,
  );
  await checkFails("publishing a version twice", ["conflict"], () =>
    engine.publish(handle, sampler.version),
  );
  await trial.close(handle);
  checkAllNear(
    "the scores after close",
    await trial.score(sampler, tokens),
    before,
    tolerances.repeated,
  );
  await trial.retire(sampler);
  await checkFails("scoring with a retired sampler", ["not_found"], () =>
    trial.score(sampler, tokens),
  );
}

async function samplingChangesNothing(trial: Trial): Promise<void> {
  const handle = await trial.openTrained();
  const datum = trial.datum();
  const sampler = await trial.publish(handle);
  await trial.train(handle, [trial.datum()]);
  const before = await trial.forward(handle, datum);
  await trial.sample(sampler, { prompt: trial.tokens(4), maxTokens: 6, n: 2, seed: 3 });
  await trial.sample(trial.baseTarget, { prompt: trial.tokens(4), maxTokens: 6, seed: 3 });
  await trial.score(sampler, trial.tokens(6));
  checkAllNear(
    "forward after sampling",
    await trial.forward(handle, datum),
    before,
    trial.tolerances.repeated,
  );
}

async function versionsDiffer(trial: Trial): Promise<void> {
  const handle = await trial.openTrained();
  const tokens = trial.tokens(8);
  const first = await trial.publish(handle);
  const firstAlone = await trial.score(first, tokens);
  await trial.train(handle, [trial.datum()]);
  const second = await trial.publish(handle);
  const secondAlone = await trial.score(second, tokens);
  checkDiffer("the scores of two versions", firstAlone, secondAlone, 1e-6);
  const targets = [first, second, trial.baseTarget, first, second];
  const rows = await Promise.all(targets.map((target) => trial.score(target, tokens)));
  const base = await trial.score(trial.baseTarget, tokens);
  const expected = [firstAlone, secondAlone, base, firstAlone, secondAlone];
  for (const [index, row] of rows.entries()) {
    checkAllNear(
      `score ${index} of five at once`,
      row,
      expected[index] ?? [],
      trial.tolerances.repeated,
    );
  }
}

async function exportsPeft(trial: Trial): Promise<void> {
  const { context } = trial;
  const handle = await trial.openTrained();
  const sampler = await trial.publish(handle);
  const files = await trial.exported(sampler);
  checkPeftFolder(files, handle);
  if (context.mergedScores === undefined) {
    trial.notes.push(
      "whether the merged adapter has the sampler's scores was not tried: no mergedScores",
    );
    return;
  }
  const tokens = trial.tokens(8);
  const merged = await context.mergedScores(files, tokens);
  checkAllNear(
    "the scores of the merged adapter",
    merged,
    await trial.score(sampler, tokens),
    trial.tolerances.logprob,
  );
}

async function importsPeft(trial: Trial): Promise<void> {
  const { engine, tolerances } = trial;
  const handle = await trial.openTrained();
  const sampler = await trial.publish(handle);
  const files = await trial.exported(sampler);
  const tokens = trial.tokens(8);
  const [modelKey, baseModel] = [trial.name(), trial.base.id];
  const adapter = { modelKey, version: "imported", baseModel, files };
  const imported = await engine.importAdapter(adapter);
  const scores = await trial.score(sampler, tokens);
  checkAllNear(
    "the scores of the imported adapter",
    await trial.score(imported, tokens),
    scores,
    tolerances.repeated,
  );
  await checkFails("importing a version twice", ["conflict"], () => engine.importAdapter(adapter));
  const [config, weights] = files as [AdapterFile, AdapterFile];
  const cut = { name: weights.name, bytes: weights.bytes.slice(0, -4) };
  await checkFails("importing an adapter without tensors", ["not_found", "invalid"], () =>
    engine.importAdapter({ ...adapter, version: "bare", files: [config] }),
  );
  await checkFails("importing tensors that were cut", ["invalid"], () =>
    engine.importAdapter({ ...adapter, version: "cut", files: [config, cut] }),
  );
  await engine.retire(imported);
}
