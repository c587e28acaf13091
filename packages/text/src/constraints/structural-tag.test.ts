import { expect, test } from "vitest";
import { GrammarHost } from "./grammar-host.ts";
import { matches } from "./testing/matches.ts";
import { refusalOf } from "./testing/refusal.ts";
import { byteVocabulary } from "./testing/vocabularies.ts";

const host = new GrammarHost(byteVocabulary());
const digits = { type: "regex", pattern: "[0-9]+" };
const tag = (begin: string, end: string, content: unknown = digits): object => ({
  type: "tag",
  begin,
  content,
  end,
});

const given: [name: string, format: object, yes: string[], no: string[]][] = [
  [
    "triggers that begin alike and overlap",
    {
      type: "triggered_tags",
      triggers: ["aab", "<t"],
      tags: [tag("aab:", ";"), tag("<two>", "</two>"), tag("<three>", "</three>")],
    },
    [
      "",
      "aa",
      "aaaab:1;",
      "ab aab:12;aab:3; é",
      "<two>1</two>",
      "x<three>2</three><two>3</two>",
      "< t",
    ],
    ["aab", "aab:;", "aaab 1", "<to", "<two>1</three>", "aab:1"],
  ],
  [
    "a trigger within another",
    { type: "triggered_tags", triggers: ["xay", "a"], tags: [tag("xay", ".."), tag("a", "!")] },
    ["xa1!", "a1!b", "x"],
    ["xay1..", "a", "xa"],
  ],
  [
    "at least one",
    { type: "triggered_tags", triggers: ["<"], tags: [tag("<", ">")], at_least_one: true },
    ["<1>", "so <1> and <2>", "<1>."],
    ["", "so", "<"],
  ],
  [
    "no more after the first",
    { type: "triggered_tags", triggers: ["<"], tags: [tag("<", ">")], stop_after_first: true },
    ["", "so <1>", "so"],
    ["<1> ", "<1><2>"],
  ],
  [
    "exactly one",
    {
      type: "triggered_tags",
      triggers: ["<"],
      tags: [tag("<", ">")],
      stop_after_first: true,
      at_least_one: true,
    },
    ["<1>", "so <1>"],
    ["", "so", "<1>."],
  ],
  [
    "with a separator",
    { type: "tags_with_separator", separator: ", ", tags: [tag("<", ">"), tag("[", "]")] },
    ["", "<1>", "<1>, [2], <3>"],
    ["<1>[2]", "<1>, ", ", <1>"],
  ],
  [
    "with a separator, at least one, and no more",
    {
      type: "tags_with_separator",
      separator: ",",
      tags: [tag("<", ">")],
      at_least_one: true,
      stop_after_first: true,
    },
    ["<1>"],
    ["", "<1>,<2>"],
  ],
  [
    "any text within a tag ends where its end stands first",
    {
      type: "sequence",
      elements: [
        tag("<think>", "</think>", { type: "any_text" }),
        { type: "const_string", value: "yes" },
      ],
    },
    ["<think></think>yes", "<think>a < b </ é</think>yes"],
    ["<think>a</think>no", "<think>a</think></think>yes", "yes"],
  ],
  [
    "any text without some words",
    { type: "any_text", excludes: ["no", "never"] },
    ["", "now"].slice(0, 1).concat(["yes", "neve", "n"]),
    ["no", "now", "never", "a never"],
  ],
  [
    "tags with tags in them",
    tag("<a>", "</a>", {
      type: "or",
      elements: [tag("<b>", "</b>"), { type: "grammar", grammar: 'root ::= b "c"\nb ::= "b"' }],
    }),
    ["<a><b>1</b></a>", "<a>bc</a>"],
    ["<a></a>", "<a>b</a>"],
  ],
];

test.each(given)("%s", (_, format, yes, no) => {
  const constraint = { kind: "structural_tag", tag: { format } } as const;
  for (const text of yes) expect([text, matches(constraint, text, host)]).toEqual([text, true]);
  for (const text of no) expect([text, matches(constraint, text, host)]).toEqual([text, false]);
});

test.each<[object, RegExp]>([
  [
    { type: "triggered_tags", triggers: ["<"], tags: [tag("[", "]")] },
    /"\[" starts with no trigger/,
  ],
  [
    { type: "triggered_tags", triggers: ["<", "["], tags: [tag("<", ">")] },
    /No tag starts with the trigger "\["/,
  ],
  [{ type: "triggered_tags", triggers: [""], tags: [tag("<", ">")] }, /none of them empty/],
  [{ type: "triggered_tags", triggers: ["<"], tags: [digits] }, /must be a format of type "tag"/],
  [
    {
      type: "triggered_tags",
      triggers: Array.from({ length: 300 }, (_, i) => `<${i}`),
      tags: [tag("<", ">")],
    },
    /1 to 256 strings/,
  ],
  [{ type: "const_string", value: "a\0" }, /without NUL/],
  [{ type: "const_string", value: "\ud800" }, /surrogate/],
  [{ type: "json_schema" }, /json_schema must be/],
])("case %# is refused", (format, message) => {
  const refusal = refusalOf(host, { kind: "structural_tag", tag: { format } });
  expect(refusal.message).toMatch(message);
  expect(refusal).toMatchObject({ kind: "invalid", parameter: "constraint" });
});
