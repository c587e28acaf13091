import { describe, expect, it } from "vitest";
import { parts, readAnswer } from "../answer/testing/read-answer.ts";
import { CallReader, type CallOptions } from "./call-reader.ts";

const options: CallOptions = {
  newCallId: () => "call_1",
  allowsParallelCalls: true,
  keepsText: true,
};
const open = (changed: Partial<CallOptions> = {}) => new CallReader({ ...options, ...changed });
const read = (text: string, changed?: Partial<CallOptions>) =>
  readAnswer(() => open(changed), text);

const paris = '{"city": "Paris"}';
const weather = (city = paris) =>
  `<tool_call>\n{"name": "weather", "arguments": ${city}}\n</tool_call>`;
const call = { name: "weather", arguments: paris };

describe("calls", () => {
  it.each<[string, string, string, readonly unknown[]]>([
    ["one", weather(), "", [call]],
    [
      "one without white space",
      weather().replaceAll(/\n| (?!P)/g, ""),
      "",
      [{ name: "weather", arguments: '{"city":"Paris"}' }],
    ],
    ["one behind text", `Let me look.\n${weather()}`, "Let me look.", [call]],
    ["two, a line apart", `${weather()}\n${weather()}`, "", [call, call]],
    ["text between calls", `a\n${weather()}\nb\n${weather()}\n`, "a\nb", [call, call]],
    ["text behind a call alone", `${weather()}\n\nDone.`, "Done.", [call]],
    [
      "arguments exactly as written",
      weather('{"a":1.0 , "b":[ {"c": "}"} ]}'),
      "",
      [{ name: "weather", arguments: '{"a":1.0 , "b":[ {"c": "}"} ]}' }],
    ],
    [
      "marks and quotes inside a text",
      weather('{"a": "</tool_call> \\" <tool_call>"}'),
      "",
      [{ name: "weather", arguments: '{"a": "</tool_call> \\" <tool_call>"}' }],
    ],
    [
      "a name with escapes",
      '<tool_call>{"name": "a\\"\\u00e9", "arguments": {}}</tool_call>',
      "",
      [{ name: 'a"é', arguments: "{}" }],
    ],
    [
      "the arguments first",
      `<tool_call>{"arguments": ${paris}, "name": "weather"}</tool_call>`,
      "",
      [call],
    ],
    [
      "members that calls do not have",
      `<tool_call>{"id": 7, "name": "weather", "x": [null], "arguments": ${paris}, "arguments": {}, "y": "z"}</tool_call>`,
      "",
      [call],
    ],
    [
      "the name that Llama gives to arguments",
      `<tool_call>{"name": "weather", "parameters": ${paris}}</tool_call>`,
      "",
      [call],
    ],
    [
      "arguments as text",
      `<tool_call>{"name": "weather", "arguments": ${JSON.stringify(paris)}}</tool_call>`,
      "",
      [call],
    ],
    [
      "no arguments",
      '<tool_call>{"name": "now"}</tool_call>',
      "",
      [{ name: "now", arguments: "{}" }],
    ],
    ["nothing behind the call", weather().slice(0, -"\n</tool_call>".length), "", [call]],
    [
      "arguments that are cut off",
      weather().slice(0, 55),
      "",
      [{ name: "weather", arguments: '{"city": "' }],
    ],
    [
      "a call that the model breaks off",
      '<tool_call>{"name": "a", "arguments": {"b": </tool_call>c',
      "c",
      [{ name: "a", arguments: '{"b": ' }],
    ],
    [
      "rubbish behind the arguments",
      '<tool_call>{"name": "a", "arguments": {}]]</tool_call>',
      "",
      [{ name: "a", arguments: "{}" }],
    ],
  ])("%s", (_name, text, content, calls) => {
    expect(read(text)).toEqual({ content, reasoning: "", calls });
  });
});

describe("what is no call is content as it was written", () => {
  it.each([
    "hello",
    "",
    " a  \n",
    "a < b <tool <tool_cal",
    "<tool_call>",
    "ask \n<tool_call>\n",
    'a\n <tool_call>\n{"na',
    "<tool_call>nothing</tool_call>",
    '<tool_call>{"arguments": {}}</tool_call> b',
    '<tool_call>{"name": 7, "arguments": {}}</tool_call>',
    '<tool_call>{"name": "a" "arguments": {}}',
    '<tool_call>{"name": "a", "arguments": }',
    '<tool_call>{"name": "a", "name": "b"}</tool_call>',
    '<tool_call>[{"name": "a"}]</tool_call>',
    '<tool_call>{name: "a"}</tool_call>',
    '<tool_call>{"na\nme": "a"}</tool_call>',
    '<tool_call>{"a": <tool_call>',
  ])("%j", (text) => {
    expect(read(text)).toEqual({ content: text, reasoning: "", calls: [] });
  });

  it("and a call may begin behind it", () => {
    expect(read(`<tool_call>no ${weather()}`)).toMatchObject({
      content: "<tool_call>no",
      calls: [call],
    });
  });
});

it("leaves out all calls but the first where only one may be made", () => {
  const text = `a ${weather()}${weather("{}")} b`;
  expect(read(text, { allowsParallelCalls: false })).toEqual({
    content: "a b",
    reasoning: "",
    calls: [call],
  });
});

it("leaves out text where the answer had to be calls", () => {
  const text = `a ${weather()} b <tool_call>{"na`;
  expect(read(text, { keepsText: false })).toEqual({ content: "", reasoning: "", calls: [call] });
});

it("sends text, names and arguments as soon as they are known", () => {
  const pieces = [
    "Hi",
    " ",
    "<",
    "tool_call>\n",
    '{"name": "a"',
    ', "arguments": {"b',
    '": 1}',
    "}",
  ];
  const reader = open();
  expect(pieces.map((piece) => reader.push(piece))).toEqual([
    [{ kind: "content", text: "Hi" }],
    [],
    [],
    [],
    [],
    [
      { kind: "call", index: 0, id: "call_1", name: "a" },
      { kind: "arguments", index: 0, text: '{"b' },
    ],
    [{ kind: "arguments", index: 0, text: '": 1}' }],
    [],
  ]);
});

it("gives each call an id of its own", () => {
  let last = 0;
  const reader = open({ newCallId: () => `call_${++last}` });
  const ids = parts(reader, [weather() + weather()]).filter(({ kind }) => kind === "call");
  expect(ids).toMatchObject([{ id: "call_1" }, { id: "call_2" }]);
});

// Something quadratic would take minutes.
it.each([
  ["white space", " "],
  ["the beginning of a mark", "<tool_call"],
  ["marks", "<tool_call>"],
  ["calls without an end", '<tool_call>{"a": "'],
  ["keys", '<tool_call>{"a":1,'],
  ["brackets", '<tool_call>{"name": "a", "arguments": {"a": ['],
])("reads a long run of %s in time", (_name, unit) => {
  const reader = open();
  const text = unit.repeat(Math.ceil(400_000 / unit.length));
  const written = parts(reader, Array.from(text)).length + parts(open(), [text]).length;
  expect(written).toBeGreaterThan(0);
});
