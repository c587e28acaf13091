import type { SampleRequest } from "../../sampling.ts";
import type { Completion } from "../completions.ts";
import { check, checkAllNear, checkDiffer, checkEqual, checkNear } from "../check.ts";
import type { Item } from "../item.ts";
import { datumOf } from "../trial.ts";
import type { Trial } from "../trial.ts";

/** What holds of `sample`. */
export const samplingItems: readonly Item[] = [
  {
    number: 32,
    title:
      "completions have a log-probability per token, keep to maxTokens and say why they stopped",
    needs: "engine",
    run: completionsAreWhole,
  },
  {
    number: 33,
    title: "the end of a text stops a completion without being asked",
    needs: "engine",
    notApplicable: (profile, { baseModel }) =>
      profile.baseModels.some(({ id, endTokens }) => id === baseModel && endTokens.length > 0)
        ? null
        : "the base model has no end token",
    run: endTokensStop,
  },
  {
    number: 34,
    title: "greedy is deterministic, a seed reproduces, and n completions differ",
    needs: "engine",
    run: seedsReproduce,
  },
  {
    number: 35,
    title: "log-probabilities of samples are those of forward, whatever the temperature",
    needs: "engine",
    run: samplesAgreeWithForward,
  },
];

async function completionsAreWhole(trial: Trial): Promise<void> {
  const sampler = await trial.publish(await trial.openTrained());
  const prompt = trial.tokens(4);
  const free: SampleRequest = { prompt, maxTokens: 6, seed: 5, ignoreEnd: true };
  const { completions } = await trial.sample(sampler, { ...free, n: 3 });
  for (const completion of completions) {
    checkCompletion(trial, completion, 6);
    checkEqual("the tokens of a completion without an end", completion.tokens.length, 6);
    checkEqual("why it stopped", completion.stop, { reason: "length" });
  }
  const one = await only(trial, { ...free, maxTokens: 1 });
  checkEqual("the tokens of maxTokens 1", one.tokens.length, 1);

  const tokens = completions[0]?.tokens ?? [];
  const token = tokens[2] ?? -1;
  const stopped = await only(trial, { ...free, stopTokens: [token] });
  checkEqual(
    "the tokens up to a stop token",
    stopped.tokens,
    tokens.slice(0, tokens.indexOf(token) + 1),
  );
  checkEqual("why it stopped", stopped.stop, { reason: "stop_token", token });
  checkCompletion(trial, stopped, 6);
  await tryStopString(trial, prompt);

  async function only(of: Trial, request: SampleRequest): Promise<Completion> {
    const sampled = await of.sample(sampler, request);
    return sampled.completions[0] as Completion;
  }
}

/** Among letters, so that tokens are text however the vocabulary cuts it. */
async function tryStopString(trial: Trial, prompt: Int32Array): Promise<void> {
  const { base, context, profile } = trial;
  if (context.decode === undefined || !profile.sampling.stopStrings) {
    trial.notes.push("stop strings were not tried: no decode, or not in the profile");
    return;
  }
  const letters: number[] = [];
  for (
    let token = 0;
    token < Math.min(base.vocabularyTokens, 2_000) && letters.length < 26;
    token += 1
  ) {
    if (/^[a-z]$/.test(await context.decode([token]))) letters.push(token);
  }
  if (letters.length < 2) {
    trial.notes.push("stop strings were not tried: no letters among the first tokens");
    return;
  }
  const request = { prompt, maxTokens: 8, seed: 9, allowedTokens: letters, ignoreEnd: true };
  const whole = await trial.sample(trial.baseTarget, request);
  const text = await context.decode(whole.completions[0]?.tokens ?? []);
  const stopString = text.slice(3, 5);
  const stopped = await trial.sample(trial.baseTarget, {
    ...request,
    stopStrings: ["never!", stopString],
  });
  const completion = stopped.completions[0] as Completion;
  const expected = text.slice(0, text.indexOf(stopString) + stopString.length);
  checkEqual("the text up to a stop string", await context.decode(completion.tokens), expected);
  checkEqual("why it stopped", completion.stop, { reason: "stop_string", text: stopString });
  checkCompletion(trial, completion, 8);
}

async function endTokensStop(trial: Trial): Promise<void> {
  const sampler = await trial.publish(await trial.openTrained());
  for (const token of trial.base.endTokens) {
    // A bias that outweighs any logit makes the end come at once.
    const request = { prompt: trial.tokens(3), maxTokens: 4, logitBias: new Map([[token, 1e4]]) };
    const { completions } = await trial.sample(sampler, request);
    checkEqual("the tokens up to the end", completions[0]?.tokens, [token]);
    checkEqual("why it stopped", completions[0]?.stop, { reason: "end" });
    const ignored = await trial.sample(sampler, { ...request, ignoreEnd: true });
    checkEqual("the tokens with ignoreEnd", ignored.completions[0]?.tokens.length, 4);
    const later = await trial.sample(sampler, { ...request, minTokens: 2 });
    check((later.completions[0]?.tokens.length ?? 0) > 2, "more than minTokens", later.completions);
  }
}

async function seedsReproduce(trial: Trial): Promise<void> {
  const sampler = await trial.publish(await trial.openTrained());
  const request = { prompt: trial.tokens(4), maxTokens: 8, ignoreEnd: true };
  const tokens = async (more: Partial<SampleRequest>): Promise<number[][]> => {
    const { completions } = await trial.sample(sampler, { ...request, ...more });
    return completions.map((completion) => completion.tokens);
  };
  const greedy = await tokens({ temperature: 0 });
  checkEqual("greedy again", await tokens({ temperature: 0 }), greedy);
  checkEqual("greedy with another seed", await tokens({ temperature: 0, seed: 8 }), greedy);
  const seeded = await tokens({ seed: 21, n: 4 });
  checkEqual("the same seed", await tokens({ seed: 21, n: 4 }), seeded);
  checkEqual("the same seed as a bigint", await tokens({ seed: 21n, n: 4 }), seeded);
  check(new Set(seeded.map(String)).size > 1, "completions of one request that differ", seeded);
  const [first] = seeded as [number[]];
  checkDiffer("the tokens of another seed", (await tokens({ seed: 22 }))[0] ?? [], first, 0.5);
  const company = await Promise.all([
    tokens({ seed: 21, n: 4 }),
    tokens({ seed: 5 }),
    tokens({ seed: 6 }),
  ]);
  checkEqual("the same seed in company", company[0], seeded);
}

async function samplesAgreeWithForward(trial: Trial): Promise<void> {
  const handle = await trial.openTrained();
  const sampler = await trial.publish(handle);
  const prompt = trial.tokens(5);
  for (const temperature of [1, 0.5]) {
    const { completions } = await trial.sample(sampler, {
      prompt,
      maxTokens: 8,
      n: 3,
      seed: 4,
      temperature,
    });
    for (const { tokens, logprobs } of completions) {
      const row = await trial.forward(handle, datumOf(Int32Array.of(...prompt, ...tokens)));
      const learner = row.slice(prompt.length - 1);
      const sum = logprobs.reduce(
        (total, value, t) => total + Math.abs(value - (learner[t] ?? 0)),
        0,
      );
      checkNear(`mean |sample − forward| at temperature ${temperature}`, sum / logprobs.length, 0, {
        absolute: trial.tolerances.sampling,
      });
    }
  }
  if (!trial.profile.sampling.promptLogprobs) return;
  const { prompt: event } = await trial.sample(sampler, {
    prompt,
    maxTokens: 1,
    promptLogprobs: 0,
  });
  const reported = event.logprobs?.map((entry) => entry?.logprob ?? null) ?? [];
  checkAllNear(
    "promptLogprobs against score",
    reported,
    await trial.score(sampler, prompt),
    trial.tolerances.logprob,
  );
}

function checkCompletion(trial: Trial, { tokens, logprobs }: Completion, maxTokens: number): void {
  check(tokens.length > 0 && tokens.length <= maxTokens, `1 to ${maxTokens} tokens`, tokens);
  checkEqual("the number of log-probabilities", logprobs.length, tokens.length);
  for (const token of tokens) {
    check(token >= 0 && token < trial.base.vocabularyTokens, "tokens of the vocabulary", token);
  }
  for (const logprob of logprobs) {
    check(
      Number.isFinite(logprob) && logprob <= 0,
      "finite log-probabilities of at most 0",
      logprob,
    );
  }
}
