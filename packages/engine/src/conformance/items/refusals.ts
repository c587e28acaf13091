import type { AdamParameters, Datum, LossSpec } from "../../datum.ts";
import type { EngineErrorKind } from "../../errors.ts";
import type { SampleRequest } from "../../sampling.ts";
import { check, checkAllNear, checkEqual, checkFails } from "../check.ts";
import type { Item } from "../item.ts";
import { crossEntropy } from "../trial.ts";
import type { Trial } from "../trial.ts";

/** What must be refused, and how. */
export const refusalItems: readonly Item[] = [
  {
    number: 37,
    title: "what no engine could do is invalid, and is refused before any work",
    needs: "engine",
    run: invalidIsRefused,
  },
  {
    number: 45,
    title: "what this engine cannot do is refused by name, with a remedy, and changes nothing",
    needs: "engine",
    run: unsupportedIsRefused,
  },
];

async function invalidIsRefused(trial: Trial): Promise<void> {
  const { base, context, engine } = trial;
  const handle = await trial.openTrained();
  const sampler = await trial.publish(handle);
  const datum = trial.datum(4);
  const before = await trial.forward(handle, datum);
  const requests = context.requestsSent?.();
  for (const [what, data, loss] of invalidData(trial, datum)) {
    await refused(`accumulate with ${what}`, () => engine.accumulate(handle, data, loss));
    if (loss.name !== "cross_entropy" || what.includes("weight")) continue;
    await refused(`forward with ${what}`, () => engine.forward(handle, data));
  }
  const prompt = datum.inputTokens;
  const long = trial.tokens(base.contextTokens + 1);
  const wrong: readonly (readonly [string, Partial<SampleRequest>])[] = [
    ["an empty prompt", { prompt: new Int32Array() }],
    ["a prompt beyond the context", { prompt: long }],
    ["a prompt with an unknown token", { prompt: prompt.with(1, base.vocabularyTokens) }],
    ["maxTokens 0", { maxTokens: 0 }],
    ["maxTokens beyond the context", { maxTokens: base.contextTokens }],
    ["a negative temperature", { temperature: -1 }],
    ["a temperature that is no number", { temperature: Number.NaN }],
    ["topP above 1", { topP: 1.5 }],
    ["n of 0", { n: 0 }],
    ["an unknown stop token", { stopTokens: [base.vocabularyTokens] }],
  ];
  for (const [what, more] of wrong) {
    await refused(`sample with ${what}`, () =>
      trial.sample(sampler, { prompt, maxTokens: 1, ...more }),
    );
  }
  await refused("score of nothing", () => trial.score(sampler, new Int32Array()));
  await refused("score beyond the context", () => trial.score(sampler, long));
  await refused("score of an unknown token", () => trial.score(sampler, Int32Array.of(0, -1)));
  await refused("rank 0", () => trial.open({ lora: { rank: 0 } }));
  await refused("a model key with a slash", () => trial.open({ modelKey: "a/b" }));
  checkEqual("the requests that went out for all this", context.requestsSent?.(), requests);
  checkEqual(
    "the gradient it left",
    (await trial.step(handle, { learningRate: 0 })).gradientNorm,
    0,
  );
  checkAllNear(
    "forward afterwards",
    await trial.forward(handle, datum),
    before,
    trial.tolerances.repeated,
  );
}

function invalidData(
  trial: Trial,
  datum: Datum,
): readonly (readonly [string, Datum[], LossSpec])[] {
  const { base } = trial;
  const positions = datum.inputTokens.length;
  const floats = new Float32Array(positions);
  const long = trial.tokens(base.contextTokens + 1);
  const sampled = { ...datum, behaviourLogprobs: floats, advantages: floats };
  const importanceSampling: LossSpec = { name: "importance_sampling" };
  return [
    ["no data", [], crossEntropy],
    [
      "no tokens",
      [{ inputTokens: new Int32Array(), targetTokens: new Int32Array() }],
      crossEntropy,
    ],
    [
      "an unknown token",
      [{ ...datum, inputTokens: datum.inputTokens.with(0, base.vocabularyTokens) }],
      crossEntropy,
    ],
    [
      "a negative target",
      [{ ...datum, targetTokens: datum.targetTokens.with(1, -1) }],
      crossEntropy,
    ],
    [
      "a bad one after a good one",
      [datum, { ...datum, targetTokens: datum.targetTokens.slice(1) }],
      crossEntropy,
    ],
    ["more than the context", [{ inputTokens: long, targetTokens: long }], crossEntropy],
    [
      "a weight that is no number",
      [{ ...datum, weights: floats.with(1, Number.NaN) }],
      crossEntropy,
    ],
    ["too few weights", [{ ...datum, weights: floats.slice(1) }], crossEntropy],
    ["no advantages", [{ ...datum, behaviourLogprobs: floats }], importanceSampling],
    [
      "an endless advantage",
      [{ ...sampled, advantages: floats.with(0, Infinity) }],
      importanceSampling,
    ],
    [
      "too many log-probabilities",
      [{ ...sampled, behaviourLogprobs: new Float32Array(positions + 1) }],
      importanceSampling,
    ],
  ];
}

async function refused(what: string, work: () => Promise<unknown>): Promise<void> {
  const error = await checkFails(what, ["invalid"], work);
  check(error.message.length > 0, "a message", error);
}

/** An option that this engine does not have, and a call that asks for it. */
type Refusal = readonly [
  option: string,
  kinds: readonly EngineErrorKind[],
  work: () => Promise<unknown>,
];

async function unsupportedIsRefused(trial: Trial): Promise<void> {
  const handle = await trial.openTrained();
  const datum = trial.datum(5);
  const before = await trial.forward(handle, datum);
  await trial.accumulate(handle, [datum]);
  const { gradientNorm } = await trial.step(handle, { learningRate: 0 });
  await trial.accumulate(handle, [datum]);
  const sampler = await trial.publish(handle);
  const scores = await trial.score(sampler, datum.inputTokens);
  const cases: Refusal[] = [
    ...modelRefusals(trial),
    ...trainingRefusals(trial, handle, datum),
    ...samplingRefusals(trial, sampler, datum.inputTokens),
  ];
  if (trial.profile.adapterExport === "none") {
    cases.push(["exportAdapter", ["unsupported"], () => trial.exported(sampler)]);
  }
  for (const [option, kinds, work] of cases) {
    const { message } = await checkFails(`what needs ${option}`, kinds, work);
    check(message.includes(option), `a message that names ${option}`, message);
    check(
      message.includes(trial.profile.kind),
      `a message that names the engine, ${trial.profile.kind}`,
      message,
    );
    check(/[;.,:] \S/.test(message), "a message that says what to do instead", message);
  }
  const after = await trial.step(handle, { learningRate: 0 });
  checkEqual("the gradient after the refusals", after.gradientNorm, gradientNorm);
  checkAllNear(
    "forward afterwards",
    await trial.forward(handle, datum),
    before,
    trial.tolerances.repeated,
  );
  checkAllNear(
    "score afterwards",
    await trial.score(sampler, datum.inputTokens),
    scores,
    trial.tolerances.repeated,
  );
}

function modelRefusals(trial: Trial): Refusal[] {
  const rank = trial.base.maxRank + 1;
  return [["rank", ["unsupported"], () => trial.open({ lora: { rank } })]];
}

function trainingRefusals(
  trial: Trial,
  handle: Parameters<Trial["forward"]>[0],
  datum: Datum,
): Refusal[] {
  const { losses, honouredAdam } = trial.profile;
  const floats = new Float32Array(datum.inputTokens.length).fill(-1);
  const full = { ...datum, behaviourLogprobs: floats, advantages: floats };
  const specs: readonly LossSpec[] = [
    { name: "importance_sampling" },
    { name: "ppo", clipLow: 0.8, clipHigh: 1.2 },
    { name: "cispo", clipLow: 0, clipHigh: 4 },
    { name: "dro", beta: 0.1 },
    { name: "gspo", clipLow: 0.8, clipHigh: 1.2 },
    { name: "dppo", deltaLow: 0.2, deltaHigh: 0.2 },
  ];
  const adam: Required<Omit<AdamParameters, "learningRate">> = {
    betas: [0.8, 0.9],
    epsilon: 1e-6,
    weightDecay: 0.1,
    clipNorm: 1,
  };
  const absent = (Object.keys(adam) as (keyof typeof adam)[]).filter(
    (name) => !honouredAdam.includes(name),
  );
  return [
    ...specs
      .filter(({ name }) => !losses.includes(name))
      .map((spec): Refusal => [
        spec.name,
        ["unsupported"],
        () => trial.accumulate(handle, [full], spec),
      ]),
    ...absent.map((name): Refusal => [
      name,
      ["unsupported"],
      () => trial.step(handle, { [name]: adam[name] }),
    ]),
  ];
}

function samplingRefusals(
  trial: Trial,
  sampler: Parameters<Trial["score"]>[0],
  prompt: Int32Array,
): Refusal[] {
  const { sampling } = trial.profile;
  const requests: readonly (readonly [string, boolean, Partial<SampleRequest>])[] = [
    ["beamSearch", sampling.beamSearch, { beamSearch: { width: 2, lengthPenalty: 1 } }],
    ["repetitionPenalty", sampling.penalties, { repetitionPenalty: 1.1 }],
    ["frequencyPenalty", sampling.penalties, { frequencyPenalty: 0.5 }],
    ["presencePenalty", sampling.penalties, { presencePenalty: 0.5 }],
    ["promptLogprobs", sampling.promptLogprobs, { promptLogprobs: 0 }],
    ["stopStrings", sampling.stopStrings, { stopStrings: ["x"] }],
    ["json", sampling.constraints.includes("json"), { constraint: { kind: "json" } }],
    [
      "regex",
      sampling.constraints.includes("regex"),
      { constraint: { kind: "regex", pattern: "a+" } },
    ],
    [
      "choice",
      sampling.constraints.includes("choice"),
      { constraint: { kind: "choice", choices: ["a"] } },
    ],
    [
      "grammar",
      sampling.constraints.includes("grammar"),
      { constraint: { kind: "grammar", grammar: 'root ::= "a"' } },
    ],
  ];
  return requests
    .filter(([, isSupported]) => !isSupported)
    .map(([option, , more]): Refusal => [
      option,
      ["unsupported"],
      () => trial.sample(sampler, { prompt, maxTokens: 2, ...more }),
    ]);
}
