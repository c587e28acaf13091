import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compactText, scanText } from "./compact-text.ts";
import { payloadTexts } from "./testing/payload-texts.ts";

describe("the stored form of a text", () => {
  test.each<[what: string, sent: string, stored: string]>([
    ["drops white space", ' { "a" :\n[ 1 ,\t2 ] }\r\n', '{"a":[1,2]}'],
    ["keeps white space in strings", '{"a b": " c\u00a0 "}', '{"a b":" c\u00a0 "}'],
    ["keeps white space between escaped quotes", '["\\" \\\\", " "]', '["\\" \\\\"," "]'],
    ["spells characters out", '["\\u00e9\\u0041\\/\\ud83d\\ude80"]', '["éA/🚀"]'],
    ["spells characters of names out", '{"\\u0061":1}', '{"a":1}'],
    ["keeps lone surrogates", '["\\ud800","\\uDC00\\uD800x"]', '["\\ud800","\\udc00\\ud800x"]'],
    ["shortens escapes", '["\\u000a\\u0022\\u005C\\u001F\\u007f"]', '["\\n\\"\\\\\\u001f\u007f"]'],
    ["keeps escapes of backslashes", '["\\\\u0041","\\\\\\u0041"]', '["\\\\u0041","\\\\A"]'],
    [
      "keeps numbers",
      "[1.0, 1E+3, -0, 100000000000000000000001]",
      "[1.0,1E+3,-0,100000000000000000000001]",
    ],
    ["keeps order and duplicates", '{"b":1, "a":2, "b":3}', '{"b":1,"a":2,"b":3}'],
    ["of a string", ' "\\u00e9" ', '"é"'],
    ["of a word", " null ", "null"],
  ])("%s", (_, sent, stored) => {
    expect(compactText(sent)).toBe(stored);
  });

  test("has the same tokens, none of them longer than needed", () => {
    fc.assert(
      fc.property(payloadTexts, (text) => {
        const tokens = text.match(/"(?:[^"\\]|\\.)*"|[^\s"]/gs) ?? [];
        const shortest = tokens.map((token) =>
          token.startsWith('"') ? JSON.stringify(JSON.parse(token)) : token,
        );
        expect(compactText(text)).toBe(shortest.join(""));
      }),
    );
  });

  test("stays as it is when it is stored again", () => {
    fc.assert(
      fc.property(payloadTexts, (text) => {
        const stored = compactText(text);
        expect(compactText(stored)).toBe(stored);
      }),
    );
  });
});

describe("a scan", () => {
  test("counts the members of all objects", () => {
    expect(scanText('{"a":{"b:c":[{"d":1},{"d":2}]},"a":":"}').members).toBe(5);
  });

  test.each<[text: string, has: boolean]>([
    ['["\\ud83d\\ude80"]', false],
    ['["\\\\ud83d"]', false],
    ['["\\ud83d"]', true],
    ['["\\ude80\\ud83d"]', true],
    ['{"\\ud83d\\ud83d\\ude80":1}', true],
  ])("notices lone surrogates: %s", (text, has) => {
    expect(scanText(text).hasLoneSurrogates).toBe(has);
  });
});
