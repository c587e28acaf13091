import { expect, test } from "vitest";
import { docComment } from "./doc-comment.ts";

const word = "abcdefghi";
const words = Array.from({ length: 20 }, () => word).join(" ");

test.each<[name: string, given: string, want: string]>([
  ["a short text on one line", "Reads a call.", "/** Reads a call. */\n"],
  ["several lines stay apart", "One.\n\nTwo.", "/**\n * One.\n *\n * Two.\n */\n"],
  ["a code block stays unchanged", "So:\n\n    a  b", "/**\n * So:\n *\n *     a  b\n */\n"],
  ["an end of comment is split", "a */ b", "/** a *\u200b/ b */\n"],
])("%s", (_, given, want) => {
  expect(docComment(given)).toBe(want);
});

test("a long text is wrapped within 100 columns", () => {
  const lines = docComment(words, "    ").trimEnd().split("\n");
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  expect(lines.slice(1, -1).join(" ").replaceAll(/ +\* /g, " ").trim()).toBe(words);
});
