import { describe, expect, test } from "vitest";
import type { ToolExchange } from "../../loom/text/tools/tool-use.ts";
import { noFittingTool } from "../../loom/text/tools/no-fitting-tool.ts";
import { offeredBeside } from "../../loom/text/tools/offered.ts";
import { resultAnswer } from "../../loom/text/tools/result-answer.ts";
import { secondTurn } from "../../loom/text/tools/second-turn.ts";
import { toolLoop } from "../../loom/text/tools/tool-loop.ts";
import { toolResult } from "../../loom/text/tools/tool-result.ts";
import { toolUse } from "../../loom/text/tools/tool-use.ts";
import { Random } from "../../loom/text/random.ts";
import { splitOf, type Split } from "../../loom/text/split.ts";

const makers = { toolUse, toolResult, toolLoop, secondTurn, noFittingTool };
const splits: readonly Split[] = ["training", "held-out"];

/** What is wrong with an exchange, in words. */
function faults({ key, messages, tools }: ToolExchange, split: Split): string[] {
  const found: string[] = [];
  if (splitOf(key) !== split) found.push("the key is of the other split");
  if (tools.length === 0) found.push("no tool is offered");
  if (new Set(tools.map(({ function: { name } }) => name)).size !== tools.length)
    found.push("two tools have one name");
  const said: string[] = [];
  for (const message of messages) {
    if (message.role !== "assistant") {
      if (message.role === "user" && /\{\w+\}|\(\w*\|/.test(message.content))
        found.push(`unfilled: ${message.content}`);
      said.push(message.content);
      continue;
    }
    const calls = message.tool_calls ?? [];
    if (message.content === "" && calls.length === 0) found.push("an answer is empty");
    for (const { function: call } of calls) {
      const definition = tools.find(({ function: { name } }) => name === call.name)?.function;
      if (definition === undefined) found.push(`${call.name} is not offered`);
      const missing = (definition?.parameters.required ?? []).filter(
        (name) => !(name in call.arguments),
      );
      if (missing.length > 0) found.push(`${call.name} lacks ${missing.join(", ")}`);
      for (const [name, value] of Object.entries(call.arguments)) {
        if (definition?.parameters.properties[name] === undefined) found.push(`${name} is unknown`);
        if (typeof value === "string" && !said.some((text) => text.includes(value)))
          found.push(`"${value}" was not said in ${said.join(" / ")}`);
      }
    }
  }
  if (messages.at(-1)?.role !== "assistant") found.push("it does not end in an answer");
  return found;
}

describe.each(Object.entries(makers))("%s", (_, make) => {
  test.each(splits)("calls what is offered with what was said, in the %s split", (split) => {
    const random = new Random(11);
    const count = split === "training" ? 2000 : 300;
    const found = Array.from({ length: count }, () => faults(make(random, split), split)).flat();
    expect(found).toEqual([]);
  });
});

test("a loop has two to four calls and ends in words", () => {
  const random = new Random(3);
  for (let drawn = 0; drawn < 500; drawn += 1) {
    const { messages } = toolLoop(random, "training");
    const calls = messages.filter((message) => "tool_calls" in message).length;
    expect(calls).toBeGreaterThanOrEqual(2);
    expect(calls).toBeLessThanOrEqual(4);
    expect(messages.at(-1)?.content).not.toBe("");
  }
});

test("tools beside something are not about what is to be avoided", () => {
  const random = new Random(5);
  for (let drawn = 0; drawn < 300; drawn += 1) {
    const names = offeredBeside(random, 5, ["weather"]).map(({ function: { name } }) => name);
    expect(names).toHaveLength(5);
    expect(names.filter((name) => name.includes("eather"))).toEqual([]);
  }
});

test.each([
  ['{"temp": 21, "sky": "rain"}', "The temp is 21 and the sky is rain."],
  ['{"due_date": "Friday"}', "The due date is Friday."],
  ['{"a": 1, "b": 2, "c": 3}', "The a is 1, the b is 2 and the c is 3."],
  ['{"status": "ok"}', "Done."],
  ["", "Done."],
  ['{"error": "not found"}', "That failed: not found."],
  ["Error: timeout", "That failed: timeout."],
  ["21", "The result is: 21"],
  ["[]", "Nothing was found."],
  ['["a", "b"]', "The results are: a and b"],
  ['{"user": {"name": "bob"}}', "The user name is bob."],
])("the answer to %s is %s", (result, answer) => {
  expect(resultAnswer(result)).toBe(answer);
});
