import { describe, expect, test } from "vitest";
import { AddedTokens, type Section } from "./added-tokens.ts";
import type { AddedTokenEntry } from "./tokenizer-file.ts";

function split(text: string, ...tokens: Omit<AddedTokenEntry, "id">[]): (string | number)[] {
  const entries = tokens.map((token, id) => ({ ...token, id, matched: token.content }));
  return new AddedTokens(entries)
    .split(text)
    .map((section: Section) => (section.kind === "text" ? section.text : section.id));
}

describe("added tokens in text", () => {
  const cases: [string, string, Omit<AddedTokenEntry, "id">[], (string | number)[]][] = [
    ["none of them", "abc", [], ["abc"]],
    ["empty text", "", [{ content: "x" }], []],
    ["the longest of several", "a<bb>c", [{ content: "<b" }, { content: "<bb>" }], ["a", 1, "c"]],
    ["signs of regular expressions", "a.*b", [{ content: ".*" }], ["a", 0, "b"]],
    ["one after another", "<x><x>", [{ content: "<x>" }], [0, 0]],
    ["white space before", "a  <x> b", [{ content: "<x>", lstrip: true }], ["a", 0, " b"]],
    ["white space after", "a <x> \n b", [{ content: "<x>", rstrip: true }], ["a ", 0, "b"]],
    [
      "white space that is a token itself",
      "<x>\n\na",
      [{ content: "<x>", rstrip: true }, { content: "\n" }],
      [0, "a"],
    ],
    [
      "whole words",
      "yes eyes yes.",
      [{ content: "yes", single_word: true }],
      [0, " eyes ", 0, "."],
    ],
    [
      "whole words beside letters outside the first plane",
      "𝒳yes",
      [{ content: "yes", single_word: true }],
      ["𝒳yes"],
    ],
  ];
  test.each(cases)("%s", (_, text, tokens, sections) => {
    expect(split(text, ...tokens)).toEqual(sections);
  });
});
