import { capitalised } from "../exchange.ts";
import type { Random } from "../random.ts";
import { drawFrom, type Split } from "../split.ts";
import { spelled, type SpelledTool, type Wording } from "./family.ts";
import { loopMessages, stepCount, type Step } from "./loop-steps.ts";
import { amongOthers, anyFamily, definitionsOf } from "./offered.ts";
import { resultAnswer } from "./result-answer.ts";
import { doneResult, resultOf } from "./results.ts";
import { isCommand, keyOf, worded, type ToolRequest } from "./tool-request.ts";
import type { ToolExchange } from "./tool-use.ts";

const openings = [
  "",
  "",
  "",
  "",
  "please ",
  "can you ",
  "first ",
  "first ",
  "first, ",
  "I want you to ",
  "I need you to ",
  "could you first ",
  "start: ",
  "to begin, ",
];

/** What stands between commands: after the first, and before the last. */
const chains: readonly (readonly [between: string, last: string])[] = [
  [", then ", ", then "],
  [", then ", " and then "],
  [", then ", ", and finally "],
  [", ", " and "],
  [", ", " and then "],
  [" and then ", " and then "],
  [", ", ", then "],
  [", after that ", ", and finally "],
  [", after that ", " and then "],
  [", next ", ", and last "],
  [" and ", " and "],
  ["; ", "; "],
  ["; then ", "; then "],
  [", afterwards ", ", and at the end "],
  [", and then ", ", and then "],
  [", then ", ", last of all "],
  [" then ", " then "],
  [", followed by this: ", ", and then "],
  [", also ", " and also "],
  [", once that is done ", ", and finally "],
  [", when you have that, ", ", then "],
  [" -> ", " -> "],
];

/** The same in sentences. */
const sentences: readonly (readonly [between: string, last: string])[] = [
  [". Then ", ". Then "],
  [". After that ", ". Finally "],
  [". After that, ", ". Finally, "],
  [". Next ", ". Last "],
  [". ", ". "],
  [". Now ", ". And then "],
  [". Then ", ". After that "],
  [". Also ", ". And "],
  [". Second, ", ". Last, "],
  [". When done, ", ". Then "],
  [". Afterwards ", ". At the end "],
  [".\nThen ", ".\nThen "],
  [".\nAfter that ", ".\nFinally "],
];

const listOpenings = [
  "",
  "",
  "do these:\n",
  "Please do this:\n",
  "Steps:\n",
  "three things\n",
  "Do the following:\n",
  "My list:\n",
  "Here is what I need:\n",
  "in this order:\n",
];

/** Commands as one request, in the order in which they are to be done. */
export function chained(random: Random, commands: readonly string[]): string {
  const kind = random.next();
  if (kind < 0.2) {
    const opening = random
      .pick(listOpenings)
      .replace("three things", `${String(commands.length)} things:`);
    const mark = random.pick([
      (index: number): string => `${String(index + 1)}. `,
      (index: number): string => `${String(index + 1)}) `,
      (): string => "- ",
      (): string => "",
    ]);
    return opening + commands.map((command, index) => mark(index) + command).join("\n");
  }
  const [between, last] = random.pick(kind < 0.72 ? chains : sentences);
  const isCapital = between === ". ";
  const shown = commands.map((command, index) =>
    isCapital && index > 0 && !/^["']/.test(command) ? capitalised(command) : command,
  );
  const text =
    random.pick(openings) + shown.slice(0, -1).join(between) + last + (shown.at(-1) ?? "");
  const opened = random.chance(0.5) && /^[a-z]/.test(text) ? capitalised(text) : text;
  return opened + random.pick(["", "", "", ".", "."]);
}

/** A tool that is commanded in a clause, and the wordings that do it. */
function commanded(random: Random): readonly [SpelledTool, readonly Wording[]] {
  for (;;) {
    const tool = spelled(random, anyFamily(random, 0.4));
    const wordings = tool.wordings.filter(
      (wording) => isCommand(wording) && wording.slots.length <= 2,
    );
    if (wordings.length > 0) return [tool, wordings];
  }
}

/** Different tools, one after the other as the request says; the answer is about the last result. */
export function sequenceLoop(random: Random, split: Split): ToolExchange {
  return drawFrom(split, () => {
    const count = stepCount(random);
    const tools: SpelledTool[] = [];
    const requests: ToolRequest[] = [];
    while (requests.length < count) {
      const [tool, wordings] = commanded(random);
      const isKnown = tools.some(
        ({ family, definition }) =>
          family.about === tool.family.about ||
          definition.function.name.includes(tool.definition.function.name) ||
          tool.definition.function.name.includes(definition.function.name),
      );
      if (isKnown) continue;
      const request = worded(random, tool, random.pick(wordings), { quoting: 0.7, isPlain: true });
      if (request.text.length > 70) continue;
      tools.push(tool);
      requests.push(request);
    }
    const steps = requests.map((request, index): Step => {
      const family = tools[index]?.family;
      const isDone = family === undefined || random.chance(0.45);
      return { request, result: isDone ? doneResult(random) : resultOf(random, family) };
    });
    const offered = amongOthers(random, tools, count + random.pick([0, 0, 0, 1, 2]));
    for (let index = offered.length - 1; index > 0; index -= 1) {
      const other = random.integer(0, index);
      [offered[index], offered[other]] = [
        offered[other] as SpelledTool,
        offered[index] as SpelledTool,
      ];
    }
    return {
      key: requests.map(keyOf).join(" "),
      messages: loopMessages(
        chained(
          random,
          requests.map(({ text }) => text),
        ),
        steps,
        resultAnswer(steps.at(-1)?.result ?? ""),
      ),
      tools: definitionsOf(offered),
    };
  });
}
