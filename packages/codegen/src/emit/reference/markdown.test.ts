import { describe, expect, test } from "vitest";
import { code, fenced, firstSentence, table } from "./markdown.ts";

describe("text from a document keeps its meaning in Markdown", () => {
  test.each([
    ["a|b", "`a|b`"],
    ["a `b`", "`` a `b` ``"],
    ["two\n lines", "`two lines`"],
    ["", ""],
  ])("code(%j)", (text, want) => {
    expect(code(text)).toBe(want);
  });

  test("a cell holds bars, lines and paragraphs", () => {
    expect(table(["x"], [["a|b\nc\n\nd"]])).toEqual(["| x |\n| --- |\n| a\\|b c<br><br>d |"]);
    expect(table(["x"], [])).toEqual([]);
  });

  test("a fence in a text does not end it", () => {
    expect(fenced("json", "a\n```\nb\n")).toBe("````json\na\n```\nb\n````");
  });
});

test.each([
  ["One. Two.", "One."],
  ["As in v1.2 and on\nto the end", "As in v1.2 and on to the end"],
  ["", ""],
])("firstSentence(%j)", (text, want) => {
  expect(firstSentence(text)).toBe(want);
});
