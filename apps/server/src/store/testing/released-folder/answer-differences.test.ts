import { expect, test } from "vitest";
import { answerDifferences } from "./answer-differences.ts";
import { answerText, readAnswer } from "./answer-tree.ts";

const long = (end: string): string => JSON.stringify({ id: `${"x".repeat(5000)}${end}` });
const raw = String.raw;

test.each<[what: string, recorded: string, present: string, differences: readonly string[]]>([
  ["the same answer", `{"a":[1,{"b":null}]}`, ` { "a" : [ 1 , {"b": null } ] } `, []],
  ["a new member", `{"call":{"id":"x"}}`, `{"new":1,"call":{"cost":{},"id":"x"}}`, []],
  ["a member that is gone", `{"a":{"b":1}}`, `{"a":{"c":1}}`, ["answer.a.b is gone"]],
  ["a number of another spelling", `[1.0]`, `[1]`, ["answer[0] was 1.0 and is now 1"]],
  [
    "a number that a double cannot hold",
    `{"a":9007199254740993}`,
    `{"a":9007199254740992}`,
    ["answer.a was 9007199254740993 and is now 9007199254740992"],
  ],
  ["null for an object", `{"call":{}}`, `{"call":null}`, ["answer.call was {} and is now null"]],
  ["a longer list", `[1]`, `[1,2]`, ["answer was [1] and is now [1,2]"]],
  [
    "another order",
    `["b","a"]`,
    `["a","b"]`,
    [`answer[0] was "b" and is now "a"`, expect.any(String) as string],
  ],
  [
    "a client's new member",
    `{"inputs":{}}`,
    `{"inputs":{"x":1}}`,
    [`answer.inputs was {} and is now {"x":1}`],
  ],
  [
    "a client's members in another order",
    `{"output":{"b":1,"a":2}}`,
    `{"output":{"a":2,"b":1}}`,
    [`answer.output was {"b":1,"a":2} and is now {"a":2,"b":1}`],
  ],
  [
    "a repeated member that came once",
    `{"val":{"a":1,"a":2}}`,
    `{"val":{"a":2}}`,
    [`answer.val was {"a":1,"a":2} and is now {"a":2}`],
  ],
  [
    "another escape",
    raw`{"inputs":"\u00e9"}`,
    `{"inputs":"é"}`,
    [raw`answer.inputs was "\u00e9" and is now "é"`],
  ],
  [
    "a place in the middle",
    `["${"a".repeat(100)}b${"c".repeat(200)}"]`,
    `["${"a".repeat(100)}B${"c".repeat(200)}"]`,
    [expect.stringMatching(/^answer\[0\] was …a{60}bc{139}… and is now …a{60}Bc{139}…$/) as string],
  ],
  [
    "the end of a long text",
    long("1"),
    long("2"),
    [expect.stringMatching(/^answer\.id was "sha256/) as string],
  ],
])("%s", (_, recorded, present, differences) => {
  expect(answerDifferences(readAnswer(recorded), readAnswer(present))).toEqual(differences);
});

test("the text of a tree reads as the same tree", () => {
  const text = raw`{"a\"b":[[],{},-0.0,1e400,"\\",{"\u0061":true,"a":"]}"}]}`;
  expect(answerText(readAnswer(text))).toBe(text);
});

test.each(["", "{", `{"a"}`, `{"a":`, "["])("%j is no answer", (text) => {
  expect(() => readAnswer(text)).toThrow(SyntaxError);
});
