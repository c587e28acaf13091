import { describe, expect, test } from "vitest";

import type { SampleRequest } from "../sampling.ts";

import { BeamSearch } from "./beam-search.ts";
import { logitsOf, requestOf } from "./testing/requests.ts";

/** A model: probabilities of [a, b, end] after a sequence. */
type Model = (tokens: readonly number[]) => readonly number[];

const end = 2;

function search(
  model: Model,
  changes: Partial<SampleRequest>,
): { search: BeamSearch; rounds: number } {
  const request = requestOf({
    beamSearch: { width: 2, lengthPenalty: 1 },
    maxTokens: 3,
    ...changes,
  });
  const beams = new BeamSearch(request, { vocabularyTokens: 3, endTokens: [end] });
  let live: number[][] = [[]];
  for (let rounds = 1; ; rounds++) {
    const { forks, isDone } = beams.advance(live.map((tokens) => logitsOf(model(tokens))));
    if (isDone) return { search: beams, rounds };
    live = forks.map(({ from, token }) => [...live[from]!, token]);
  }
}

const results = (
  model: Model,
  changes: Partial<SampleRequest>,
): [tokens: number[], score: number, reason: string][] =>
  search(model, changes)
    .search.results()
    .map(({ tokens, score, stop }) => [[...tokens], score, stop.reason]);

// The likeliest first token leads nowhere good: greedy finds 0.6 * 0.35 * 0.35, beam search 0.4 * 0.9 * 0.9.
const garden: Model = ([first]) => {
  if (first === undefined) return [0.6, 0.4, 0];
  return first === 0 ? [0.35, 0.35, 0.3] : [0.05, 0.9, 0.05];
};

test("finds the likelier sequence that greedy choice misses", () => {
  const found = results(garden, {});
  expect(found[0]![0]).toEqual([1, 1, 1]);
  expect(found[0]![1]).toBeCloseTo(Math.log(0.4 * 0.9 * 0.9) / 3, 5);
  expect(found[0]![2]).toBe("length");
});

test("agrees with trying every sequence when it is wide enough", () => {
  const all: [number[], number][] = [];
  const extend = (tokens: number[], logprob: number): void => {
    for (const [token, probability] of garden(tokens).entries()) {
      if (probability === 0) continue;
      const next = [...tokens, token];
      const sum = logprob + Math.log(probability);
      const length = token === end ? Math.max(1, next.length - 1) : next.length;
      if (token === end || next.length === 3) all.push([next, sum / length ** 0.7]);
      else extend(next, sum);
    }
  };
  extend([], 0);
  all.sort((a, b) => b[1] - a[1]);
  const found = results(garden, { beamSearch: { width: 20, lengthPenalty: 0.7 }, n: 5 });
  expect(found).toHaveLength(5);
  for (const [index, [, score]] of found.entries()) expect(score).toBeCloseTo(all[index]![1], 5);
});

describe("ends", () => {
  // Ends at once with 0.5, or goes on with certainty.
  const short: Model = (tokens) => (tokens.length === 0 ? [0.5, 0, 0.5] : [1, 0, 0]);

  test("the end token adds to the sum and not to the length", () => {
    const found = results(short, { beamSearch: { width: 2, lengthPenalty: 1 }, maxTokens: 4 });
    // ln 0.5 / 4 = -0.17 is better than ln 0.5 / 1.
    expect(found.map(([tokens]) => tokens)).toEqual([[0, 0, 0, 0], [end]]);
    expect(found[1]![1]).toBeCloseTo(Math.log(0.5), 6);
    expect(found[1]![2]).toBe("end");
  });

  test("a length penalty of 0 ranks by the sum alone; of equals the one that ended comes first", () => {
    expect(results(short, { beamSearch: { width: 2, lengthPenalty: 0 } })[0]![0]).toEqual([end]);
  });

  test("an ignored end token is one like others", () => {
    const found = results(() => [0.1, 0, 0.9], { ignoreEnd: true });
    expect(found[0]![0]).toEqual([end, end, end]);
    expect(found[0]![2]).toBe("length");
  });

  test("stops once no live beam can get among the results", () => {
    const model: Model = () => [0.05, 0.05, 0.9];
    const { rounds, search: beams } = search(model, {
      maxTokens: 1000,
      beamSearch: { width: 2, lengthPenalty: 0 },
    });
    expect(rounds).toBeLessThan(5);
    expect(beams.results().map(({ tokens }) => tokens)).toEqual([[end], [0, end]]);
  });

  test("stopping early does not change what is found", () => {
    for (const lengthPenalty of [-1, 0, 0.5, 1, 2]) {
      const model: Model = (tokens) => [
        0.3 + 0.05 * (tokens.length % 3),
        0.2,
        0.5 - 0.05 * (tokens.length % 3),
      ];
      const options = { beamSearch: { width: 3, lengthPenalty } };
      const early = results(model, { ...options, maxTokens: 12, n: 2 });
      const late = results(model, { ...options, maxTokens: 12, n: 3 }).slice(0, 2);
      expect(early).toEqual(late);
    }
  });
});

describe("order", () => {
  test("ties go to the beam that ranked higher, then to the lower token", () => {
    const first = search(() => [0.5, 0.5, 0], { maxTokens: 2 });
    expect(first.search.results().map(({ tokens }) => tokens)).toEqual([
      [0, 0],
      [0, 1],
    ]);
  });

  test("forks name the beams they come from", () => {
    const beams = new BeamSearch(
      requestOf({ beamSearch: { width: 2, lengthPenalty: 1 }, maxTokens: 9 }),
      { vocabularyTokens: 3, endTokens: [end] },
    );
    expect(beams.advance([logitsOf([0.6, 0.4, 0])]).forks).toEqual([
      { from: 0, token: 0 },
      { from: 0, token: 1 },
    ]);
    const next = beams.advance([logitsOf([0.4, 0.3, 0.3]), logitsOf([0.05, 0.9, 0.05])]);
    expect(next.forks).toEqual([
      { from: 1, token: 1 },
      { from: 0, token: 0 },
    ]);
  });

  test("fewer beams than the width where the vocabulary gives no more", () => {
    expect(
      results(() => [1, 0, 0], { beamSearch: { width: 5, lengthPenalty: 1 } }).map(
        ([tokens]) => tokens,
      ),
    ).toEqual([[0, 0, 0]]);
  });
});

test("log-probabilities are the model's own, the score is at the temperature", () => {
  const { search: beams } = search(() => [0.8, 0.2, 0], {
    temperature: 0.5,
    maxTokens: 1,
    topLogprobs: 2,
  });
  const [best] = beams.results();
  expect(best!.logprobs[0]).toBeCloseTo(Math.log(0.8), 5);
  expect(best!.score).toBeCloseTo(Math.log(0.64 / 0.68), 5);
  expect(best!.top?.[0]?.map((each) => each.token)).toEqual([0, 1]);
});

test("logits that are not finite are numerical", () => {
  expect(() => search(() => [NaN, 1, 1], {})).toThrow(
    expect.objectContaining({ kind: "numerical" }),
  );
});
