import { describe, expect, test } from "vitest";

import type { SampleRequest } from "../sampling.ts";

import { SamplerScratch } from "./scratch.ts";
import {
  chiSquare,
  chooserOf,
  countsOf,
  letters,
  logitsOf,
  requestOf,
} from "./testing/requests.ts";
import { TokenChooser } from "./token-chooser.ts";

const distribution = [0.4, 0.3, 0.15, 0.1, 0.05];
const logits = logitsOf(distribution);
const vocabulary = letters(5);
const draws = 20_000;

const normal = (weights: readonly number[]): number[] => {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
};
const powered = (weights: readonly number[], power: number): number[] =>
  normal(weights.map((weight) => weight ** power));

describe("frequencies follow the distribution that the parameters ask for", () => {
  test.each<[name: string, changes: Partial<SampleRequest>, expected: number[]]>([
    ["nothing", {}, distribution],
    ["temperature 0.5", { temperature: 0.5 }, powered(distribution, 2)],
    ["temperature 2", { temperature: 2 }, powered(distribution, 0.5)],
    ["top-k 2", { topK: 2 }, normal([0.4, 0.3, 0, 0, 0])],
    ["top-k -1", { topK: -1 }, distribution],
    ["top-k above the vocabulary", { topK: 99 }, distribution],
    ["top-p 0.7 exactly reached by two", { topP: 0.69 }, normal([0.4, 0.3, 0, 0, 0])],
    ["top-p 0.71", { topP: 0.71 }, normal([0.4, 0.3, 0.15, 0, 0])],
    ["min-p 0.3", { minP: 0.3 }, normal([0.4, 0.3, 0.15, 0, 0])],
    ["temperature before top-p", { temperature: 0.5, topP: 0.7 }, normal([0.16, 0.09, 0, 0, 0])],
    ["allowed tokens", { allowedTokens: [1, 4] }, normal([0, 0.3, 0, 0, 0.05])],
    ["bias", { logitBias: new Map([[4, Math.log(8)]]) }, normal([0.4, 0.3, 0.15, 0.1, 0.4])],
    [
      "bias beyond 100 is 100",
      {
        logitBias: new Map([
          [4, 1e6],
          [3, 100],
        ]),
      },
      normal([0, 0, 0, 0.1, 0.05]),
    ],
    [
      "bias does not bring back what is forbidden",
      { allowedTokens: [0, 1], logitBias: new Map([[2, 100]]) },
      normal([0.4, 0.3, 0, 0, 0]),
    ],
    ["a bad word of one token", { badWords: [[0]] }, normal([0, 0.3, 0.15, 0.1, 0.05])],
  ])("%s", (_, changes, expected) => {
    const counts = countsOf(chooserOf(changes, vocabulary), logits, draws);
    // At most 4 degrees of freedom: 0.1 % beyond 18.5.
    expect(chiSquare(counts, expected)).toBeLessThan(18.5);
  });

  test("a grammar's mask", () => {
    const counts = countsOf(chooserOf({}, vocabulary), logits, draws, Int32Array.of(0b10110));
    expect(chiSquare(counts, normal([0, 0.3, 0.15, 0, 0.05]))).toBeLessThan(18.5);
  });

  test("a mask with filters", () => {
    // Left are 0.3, 0.15 and 0.05: the second is half of the first, and with it 0.9 of all.
    const mask = Int32Array.of(0b10110);
    for (const changes of [{ minP: 0.45 }, { topK: 2 }, { topP: 0.65 }]) {
      const counts = countsOf(chooserOf(changes, vocabulary), logits, draws, mask);
      expect(chiSquare(counts, normal([0, 0.3, 0.15, 0, 0]))).toBeLessThan(18.5);
    }
  });

  test("a mask that leaves tokens as good as impossible", () => {
    const far = Float32Array.of(0, -900, -900 - Math.log(2), -2000, -Infinity);
    const counts = countsOf(chooserOf({}, vocabulary), far, draws, Int32Array.of(0b11110));
    expect(chiSquare(counts, normal([0, 2, 1, 0, 0]))).toBeLessThan(18.5);
  });

  test("a mask over several words", () => {
    const wide = letters(70);
    const flat = new Float32Array(70);
    const mask = Int32Array.of(0, 1 << 31, 1 << 5);
    expect(
      new Set(
        Array.from({ length: 50 }, () => chooserOf({ seed: 3 }, wide).choose(flat, mask).token),
      ).size,
    ).toBe(1);
    const counts = countsOf(chooserOf({}, wide), flat, 1000, mask);
    expect(counts.flatMap((count, token) => (count > 0 ? [token] : []))).toEqual([63, 69]);
  });
});

describe("penalties change logits by hand-computed amounts", () => {
  // Greedy choice over logits [1, -1, 0.4]; token 1 is in the prompt.
  const three = letters(3);
  const greedy = (changes: Partial<SampleRequest>, rows: number[][]): number[] => {
    const chooser = chooserOf({ temperature: 0, prompt: Int32Array.of(1), ...changes }, three);
    return rows.map((row) => chooser.choose(Float32Array.from(row), null).token);
  };
  test.each<[string, Partial<SampleRequest>, number[][], number[]]>([
    // 1 / 2 = 0.5 > 0.4 at first sight (0 was not seen); then seen: 0.5 against 0.51.
    [
      "repetition divides what is positive",
      { repetitionPenalty: 2 },
      [
        [1, -9, 0.4],
        [1, -9, 0.51],
      ],
      [0, 2],
    ],
    // -1 * 2 = -2 < -1.5, and the prompt counts.
    ["repetition multiplies what is negative", { repetitionPenalty: 2 }, [[-9, -1, -1.5]], [2]],
    ["repetition below 1 attracts", { repetitionPenalty: 0.5 }, [[1, 0.6, 0.4]], [1]],
    // After two of token 0: 1 - 2 * 0.3 = 0.4 < 0.41.
    [
      "frequency counts",
      { frequencyPenalty: 0.3 },
      [
        [1, -9, 0.41],
        [1, -9, 0.41],
        [1, -9, 0.41],
      ],
      [0, 0, 2],
    ],
    [
      "presence counts once",
      { presencePenalty: 0.3 },
      [
        [1, -9, 0.41],
        [1, -9, 0.41],
        [1, -9, 0.41],
      ],
      [0, 0, 0],
    ],
    [
      "frequency and presence leave the prompt alone",
      { frequencyPenalty: 2, presencePenalty: 2 },
      [[0, 1, 0.9]],
      [1],
    ],
    [
      "negative ones attract",
      { presencePenalty: -1 },
      [
        [1, -9, 0.4],
        [0, -9, 0.9],
      ],
      [0, 0],
    ],
    [
      "a tiny repetition penalty does not overflow",
      { repetitionPenalty: 1e-300 },
      [[1, 0.5, 0]],
      [1],
    ],
  ])("%s", (_, changes, rows, expected) => {
    expect(greedy(changes, rows)).toEqual(expected);
  });

  test("a bad word's last token is forbidden after the others", () => {
    const flat = [2, 1, 0];
    // 0 0 may not be followed by 0; afterwards the sequence begins anew.
    expect(greedy({ badWords: [[0, 0, 0]] }, [flat, flat, flat, flat, flat])).toEqual([
      0, 0, 1, 0, 0,
    ]);
  });
});

describe("choices without chance", () => {
  test("temperature 0 and below 1e-5 take the likeliest, filters off", () => {
    for (const temperature of [0, 9e-6]) {
      const chooser = chooserOf({ temperature, topP: 0.001, topK: 1, minP: 1 }, vocabulary);
      expect(countsOf(chooser, logits, 50)).toEqual([50, 0, 0, 0, 0]);
    }
  });

  test("of equal logits the lower id is taken", () => {
    expect(chooserOf({ temperature: 0 }, vocabulary).choose(new Float32Array(5), null).token).toBe(
      0,
    );
  });

  test("a temperature between 1e-5 and 0.01 is raised to 0.01", () => {
    // exp(-0.01 / 0.01) = 0.37 of the largest: both occur. At 1e-4 only the first would.
    const counts = countsOf(
      chooserOf({ temperature: 1e-4 }, letters(2)),
      Float32Array.of(0, -0.01),
      1000,
    );
    expect(chiSquare(counts, normal([1, Math.exp(-1)]))).toBeLessThan(10.8);
  });

  test("a vocabulary of one token", () => {
    expect(chooserOf({}, letters(1)).choose(Float32Array.of(-7), null)).toMatchObject({
      token: 0,
      logprob: 0,
    });
  });

  test("tokens of probability zero are never drawn, however flat the rest", () => {
    const row = Float32Array.of(-Infinity, 0, -Infinity, 0, -Infinity);
    const counts = countsOf(chooserOf({ temperature: 2 }, vocabulary), row, 2000);
    expect(counts.map((count) => count > 0)).toEqual([false, true, false, true, false]);
  });
});

describe("what is reported", () => {
  test("the log-probability is the model's own, whatever was changed", () => {
    const chooser = chooserOf(
      { allowedTokens: [3], temperature: 0.2, logitBias: new Map([[3, -5]]), topLogprobs: 2 },
      vocabulary,
    );
    const { token, logprob, top } = chooser.choose(logits, null);
    expect(token).toBe(3);
    expect(logprob).toBeCloseTo(Math.log(0.1), 6);
    expect(top?.map((each) => [each.token, each.rank])).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect(top?.[1]?.logprob).toBeCloseTo(Math.log(0.3), 6);
  });

  test("alternatives: none, zero, the whole vocabulary, ties by id", () => {
    const row = Float32Array.of(0, 1, 0, 1, 2);
    const top = (topLogprobs?: number): number[] | undefined =>
      chooserOf(topLogprobs === undefined ? {} : { topLogprobs }, vocabulary)
        .choose(row, null)
        .top?.map((each) => each.token);
    expect(top()).toBeUndefined();
    expect(top(0)).toEqual([]);
    expect(top(3)).toEqual([4, 1, 3]);
    expect(top(-1)).toEqual([4, 1, 3, 0, 2]);
  });

  test("the row is not changed, and padding behind the vocabulary is not looked at", () => {
    const padded = Float32Array.of(...logits, NaN, 99);
    const before = [...padded];
    chooserOf({ repetitionPenalty: 2, badWords: [[1]], topK: 2 }, vocabulary).choose(
      padded,
      Int32Array.of(-1),
    );
    expect([...padded]).toEqual(before);
  });
});

describe("seeds", () => {
  const sequence = (
    changes: Partial<SampleRequest>,
    index = 0,
    scratch = new SamplerScratch(5),
  ): number[] => {
    const request = requestOf(changes);
    const chooser = new TokenChooser(request, {
      vocabulary,
      endTokens: [],
      completionIndex: index,
      promptTokens: request.prompt,
      scratch,
    });
    return Array.from({ length: 40 }, () => chooser.choose(logits, null).token);
  };

  test("same seed, same tokens; as number or bigint; another seed or completion: others", () => {
    expect(sequence({ seed: 7n })).toEqual(sequence({ seed: 7 }));
    expect(sequence({ seed: 8 })).not.toEqual(sequence({ seed: 7 }));
    expect(sequence({ seed: 7 }, 1)).not.toEqual(sequence({ seed: 7 }, 0));
  });

  test("no seed and -1 are drawn", () => {
    const { seed: _, ...unset } = requestOf({});
    const draw = (): number[] => {
      const chooser = new TokenChooser(unset, {
        vocabulary,
        endTokens: [],
        completionIndex: 0,
        promptTokens: unset.prompt,
      });
      return Array.from({ length: 60 }, () => chooser.choose(logits, null).token);
    };
    expect(draw()).not.toEqual(draw());
    expect(sequence({ seed: -1 })).not.toEqual(sequence({ seed: -1 }));
  });

  test("choosers that share working space do not disturb each other", () => {
    const scratch = new SamplerScratch(5);
    const alone = [sequence({ seed: 1, topP: 0.8 }), sequence({ seed: 2, frequencyPenalty: 1 })];
    const choosers = [
      { seed: 1, topP: 0.8 },
      { seed: 2, frequencyPenalty: 1 },
    ].map((changes) => {
      const request = requestOf(changes);
      return new TokenChooser(request, {
        vocabulary,
        endTokens: [],
        completionIndex: 0,
        promptTokens: request.prompt,
        scratch,
      });
    });
    const together: number[][] = [[], []];
    for (let i = 0; i < 40; i++) {
      for (const [index, chooser] of choosers.entries())
        together[index]!.push(chooser.choose(logits, null).token);
    }
    expect(together).toEqual(alone);
  });
});

test("an ignored end is not taken while a constraint allows more, and ends a fulfilled one", () => {
  const ending = letters(3, [2]);
  const chooser = chooserOf(
    { ignoreEnd: true, constraint: { kind: "json" }, temperature: 0 },
    ending,
  );
  const row = Float32Array.of(0, 1, 9);
  expect(chooser.choose(row, Int32Array.of(0b111))).toMatchObject({ token: 1, stop: null });
  expect(chooser.choose(row, Int32Array.of(0b100))).toMatchObject({
    token: 2,
    stop: { reason: "end" },
  });
});

describe("failures", () => {
  test.each([
    ["NaN", [0, NaN, 1, 0, 0], /token 1 is NaN/],
    ["Infinity", [0, 0, 0, 0, Infinity], /token 4 is Infinity/],
    [
      "all -Infinity",
      [-Infinity, -Infinity, -Infinity, -Infinity, -Infinity],
      /every logit is -Infinity/,
    ],
  ])("%s among the logits is numerical", (_, row, message) => {
    const choose = (): unknown => chooserOf({}, vocabulary).choose(Float32Array.from(row), null);
    expect(choose).toThrow(message);
    expect(choose).toThrow(expect.objectContaining({ kind: "numerical" }));
  });

  test.each<[Partial<SampleRequest>, Int32Array | null, string]>([
    [{ allowedTokens: [1], badWords: [[1]] }, null, "allowedTokens"],
    [{ constraint: { kind: "json" }, allowedTokens: [1] }, Int32Array.of(0b1), "constraint"],
    [{ constraint: { kind: "json" } }, Int32Array.of(0), "constraint"],
  ])("nothing allowed names the parameters: %j", (changes, mask, parameter) => {
    expect(() => chooserOf(changes, vocabulary).choose(logits, mask)).toThrow(
      expect.objectContaining({ kind: "invalid", parameter }),
    );
  });

  test("min tokens against a finished grammar names both", () => {
    const ending = letters(3, [2]);
    const chooser = chooserOf({ minTokens: 2, constraint: { kind: "json" } }, ending);
    expect(() => chooser.choose(new Float32Array(3), Int32Array.of(0b100))).toThrow(
      /constraint and minTokens/,
    );
  });
});
