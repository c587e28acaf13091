import fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { SampleRequest, SampleStop } from "../sampling.ts";

import { StopRules } from "./stop-rules.ts";
import { StopStringMatcher } from "./stop-string-matcher.ts";
import { requestOf, vocabularyOf } from "./testing/requests.ts";

// 0 a, 1 b, 2 "ab", 3 end, 4 special, 5 and 6: the two bytes of é
const vocabulary = vocabularyOf(
  ["a", "b", "ab", null, null, Uint8Array.of(0xc3), Uint8Array.of(0xa9)],
  [3],
);

function stopOf(
  changes: Partial<SampleRequest>,
  tokens: readonly number[],
): [at: number, stop: SampleStop] | null {
  const rules = new StopRules(requestOf({ maxTokens: 100, ...changes }), vocabulary, [3]);
  for (const [index, token] of tokens.entries()) {
    const stop = rules.after(token, index + 1);
    if (stop !== null) return [index, stop];
  }
  return null;
}

test.each<
  [
    name: string,
    changes: Partial<SampleRequest>,
    tokens: number[],
    at: number | null,
    stop?: SampleStop,
  ]
>([
  ["the end token ends", {}, [0, 3, 0], 1, { reason: "end" }],
  ["unless it is ignored", { ignoreEnd: true }, [0, 3, 0], null],
  [
    "an ignored end token may be a stop token",
    { ignoreEnd: true, stopTokens: [3] },
    [0, 3],
    1,
    { reason: "stop_token", token: 3 },
  ],
  ["end wins over stop token", { stopTokens: [3] }, [3], 0, { reason: "end" }],
  ["a stop token ends", { stopTokens: [1, 1] }, [0, 1], 1, { reason: "stop_token", token: 1 }],
  [
    "stop token wins over stop string and length",
    { stopTokens: [1], stopStrings: ["b"], maxTokens: 2 },
    [0, 1],
    1,
    { reason: "stop_token", token: 1 },
  ],
  [
    "stop string wins over length",
    { stopStrings: ["ab"], maxTokens: 2 },
    [0, 1],
    1,
    { reason: "stop_string", text: "ab" },
  ],
  ["end wins over length", { maxTokens: 2 }, [0, 3], 1, { reason: "end" }],
  ["length ends", { maxTokens: 2 }, [0, 0, 0], 1, { reason: "length" }],
  [
    "a stop string within one token",
    { stopStrings: ["b"] },
    [2],
    0,
    { reason: "stop_string", text: "b" },
  ],
  [
    "a stop string across tokens and special ones",
    { stopStrings: ["aab"] },
    [0, 4, 2],
    2,
    { reason: "stop_string", text: "aab" },
  ],
  ["special tokens have no text", { stopStrings: ["<special>"] }, [4, 4, 0], null],
  [
    "a character cut in two",
    { stopStrings: ["é"] },
    [0, 5, 6],
    2,
    { reason: "stop_string", text: "é" },
  ],
  ["half a character is no match", { stopStrings: ["é"] }, [5, 0, 6], null],
  [
    "before min tokens nothing ends",
    { minTokens: 4, stopStrings: ["b"], stopTokens: [0], maxTokens: 9 },
    [0, 1, 3],
    null,
  ],
  [
    "a match that begins before min tokens may end after",
    { minTokens: 2, stopStrings: ["ab"] },
    [0, 1],
    1,
    { reason: "stop_string", text: "ab" },
  ],
  [
    "what matched before min tokens does not count later",
    { minTokens: 3, stopStrings: ["b"] },
    [1, 1, 0, 1],
    3,
    { reason: "stop_string", text: "b" },
  ],
  [
    "the match complete first wins",
    { stopStrings: ["abab", "b"] },
    [2, 2],
    0,
    { reason: "stop_string", text: "b" },
  ],
  [
    "of those complete together the longest",
    { stopStrings: ["b", "ab"] },
    [2],
    0,
    { reason: "stop_string", text: "ab" },
  ],
])("%s", (_, changes, tokens, at, stop) => {
  expect(stopOf(changes, tokens)).toEqual(at === null ? null : [at, stop]);
});

describe("StopStringMatcher", () => {
  const texts = fc
    .array(fc.constantFrom("a", "b", "é", "日"), { maxLength: 30 })
    .map((parts) => parts.join(""));
  const stops = fc.array(
    fc
      .array(fc.constantFrom("a", "b", "é"), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join("")),
    { minLength: 1, maxLength: 3 },
  );

  /** The first end of any stop string, and of those that end there the longest. */
  const expectedMatch = (text: Buffer, stopStrings: readonly string[]): object | null => {
    for (let end = 1; end <= text.length; end++) {
      const found = stopStrings
        .filter((stop) =>
          text.subarray(0, end).toString("latin1").endsWith(Buffer.from(stop).toString("latin1")),
        )
        .sort((a, b) => Buffer.byteLength(b) - Buffer.byteLength(a))[0];
      if (found !== undefined) return { text: found, start: end - Buffer.byteLength(found), end };
    }
    return null;
  };

  test("finds the same wherever the text is cut", () => {
    const property = fc.property(
      texts,
      stops,
      fc.infiniteStream(fc.integer({ min: 1, max: 5 })),
      (text, stopStrings, cuts) => {
        const bytes = Buffer.from(text);
        const matcher = new StopStringMatcher(stopStrings);
        let found: object | null = null;
        for (let at = 0; at < bytes.length && found === null;) {
          const next = Math.min(bytes.length, at + cuts.next().value!);
          found = matcher.push(bytes, at, next);
          at = next;
        }
        expect(found).toEqual(expectedMatch(bytes, stopStrings));
      },
    );
    fc.assert(property, { seed: 5, numRuns: 500 });
  });

  test("holds back what may still become a stop string, and no more", () => {
    const property = fc.property(texts, stops, (text, stopStrings) => {
      const matcher = new StopStringMatcher(stopStrings);
      const bytes = Buffer.from(text);
      if (matcher.push(bytes) !== null) return;
      let longest = 0;
      for (const stop of stopStrings.map((each) => Buffer.from(each))) {
        for (let length = 1; length < stop.length; length++) {
          if (bytes.toString("latin1").endsWith(stop.subarray(0, length).toString("latin1")))
            longest = Math.max(longest, length);
        }
      }
      expect(matcher.heldBytes).toBe(longest);
    });
    fc.assert(property, { seed: 6, numRuns: 500 });
  });
});
