import type { Random } from "../random.ts";
import type { Split } from "../split.ts";
import { drawFrom } from "../split.ts";
import { spacedJson } from "../spaced-json.ts";
import { argumentOf } from "./argument.ts";
import { catalogue } from "./catalogue/catalogue.ts";
import { spelled, type Family, type Parameter, type SpelledTool, type Wording } from "./family.ts";
import { inventedFamily } from "./invented.ts";
import { loopMessages, stepCount, type Step } from "./loop-steps.ts";
import { amongOthers, definitionsOf } from "./offered.ts";
import { shortAnswer } from "./result-answer.ts";
import { anyShape, bareResult, doneResult, errorResult, filledShape, written } from "./results.ts";
import { chosen, typed } from "./tool-request.ts";
import type { ToolExchange } from "./tool-use.ts";
import { valueKinds } from "./values.ts";

const everyday = catalogue.filter(({ takesLists }) => takesLists);

interface Drawn {
  readonly tool: SpelledTool;
  readonly parameter: Parameter;
  readonly wordings: readonly Wording[];
}

/** A tool that takes one object at a time. */
function listTool(random: Random): Drawn {
  for (;;) {
    const family: Family = random.chance(0.62) ? random.pick(everyday) : inventedFamily(random);
    if (!family.takesLists) continue;
    const tool = spelled(random, family);
    const [parameter, ...others] = tool.parameters.filter(({ isRequired }) => isRequired);
    if (parameter === undefined || others.length > 0) continue;
    const { key } = parameter.slot;
    const wordings = tool.wordings.filter(({ slots }) => slots.length === 1 && slots[0] === key);
    if (wordings.length > 0) return { tool, parameter, wordings };
  }
}

function distinct(random: Random, { slot }: Parameter, count: number): string[] {
  const objects: string[] = [];
  while (objects.length < count) {
    const object = valueKinds[slot.kind].draw(random);
    if (!objects.includes(object) && !/,| and |[:.]$/.test(object)) objects.push(object);
  }
  return objects;
}

/** `Paris, Rome and Oslo` in one of the ways in which people write it. */
function enumerated(random: Random, objects: readonly string[]): string {
  const before = objects.slice(0, -1);
  const last = objects.at(-1) ?? "";
  const [comma, end] = random.pick([
    [", ", " and "],
    [", ", " and "],
    [", ", " and "],
    [", ", ", and "],
    [", ", ", "],
    [" and ", " and "],
    [", ", " and then "],
    [", then ", ", then "],
    [", ", " and finally "],
    [" and then ", " and then "],
    [", ", " & "],
    ["; ", "; "],
    [", ", " and also "],
    [", then ", " and then "],
    [", ", " plus "],
    [" then ", " then "],
    [", after that ", " and finally "],
  ] as const);
  return before.join(comma) + end + last;
}

function oneSentence(random: Random, wording: Wording, objects: readonly string[]): string {
  const list = enumerated(random, objects);
  const template = chosen(random, wording.template);
  const tail =
    random.chance(0.75) || !/[}\w]$/.test(template)
      ? ""
      : random.pick([
          ", one after the other",
          " one by one",
          ", in this order",
          ", in that order",
          " one at a time",
          ", each by itself",
        ]);
  return typed(random, template, (text) => text.replace(/\{\w+\}/, () => list)) + tail;
}

/** The request for the first, and then the others in short: `Weather in Paris? And Rome? And Oslo?` */
function followedUp(random: Random, wording: Wording, objects: readonly string[]): string {
  const [first = "", ...others] = objects;
  const opening = typed(random, chosen(random, wording.template), (text) =>
    text.replace(/\{\w+\}/, () => first),
  ).replace(/[.?!]$/, "");
  const form = random.pick([
    (other: string) => `? And ${other}`,
    (other: string) => `, then ${other}`,
    (other: string) => `, and then for ${other}`,
    (other: string) => `. Then ${other}`,
    (other: string) => `. After that ${other}`,
    (other: string) => `, and the same for ${other}`,
    (other: string) => `\nand ${other}`,
    (other: string) => `. Also ${other}`,
    (other: string) => `. Next ${other}`,
  ]);
  return opening + others.map(form).join("") + random.pick(["", "", ".", "?"]);
}

/** The objects apart from what is to be done with them. */
function listedApart(random: Random, wording: Wording, objects: readonly string[]): string {
  const filler = random.pick([
    "each of these",
    "all of these",
    "these",
    "each of them",
    "every one of these",
    "the following",
  ]);
  const sentence = typed(random, chosen(random, wording.template), (text) =>
    text.replace(/\{\w+\}/, () => filler),
  ).replace(/[.?!]$/, "");
  const lines = random.pick([
    (): string => `: ${enumerated(random, objects)}`,
    (): string => `: ${objects.join(", ")}`,
    (): string =>
      `:\n${objects.map((object, index) => `${String(index + 1)}. ${object}`).join("\n")}`,
    (): string => `:\n${objects.map((object) => `- ${object}`).join("\n")}`,
    (): string => `:\n${objects.join("\n")}`,
  ]);
  return sentence + lines();
}

function requestText(
  random: Random,
  wordings: readonly Wording[],
  objects: readonly string[],
): string {
  const kind = random.next();
  const wording = random.pick(wordings);
  if (kind < 0.62) return oneSentence(random, wording, objects);
  const plain = wordings.filter(
    ({ template }) => template.endsWith("}") || template.endsWith("}?"),
  );
  const last = plain.length > 0 ? random.pick(plain) : wording;
  if (kind < 0.82) return followedUp(random, last, objects);
  const takesFiller =
    /\b(?:in|for|of|about|on|from|delete|remove|restart|check|open|read|lock|clean|track) \{/;
  if (kind < 0.92 && takesFiller.test(last.template)) return listedApart(random, last, objects);
  const text = oneSentence(random, wording, objects);
  return (
    random.pick([
      "Compare these. ",
      "I have to compare them: ",
      "For my list: ",
      "One after the other please. ",
      "Do these in order. ",
    ]) + text
  );
}

/** Results of one shape, so that they can be compared. */
function resultsOf(random: Random, family: Family, count: number): string[] {
  const kind = random.next();
  const shape =
    family.gives.length > 0 && family.gives.length < 3 && kind < 0.75
      ? family.gives
      : anyShape(random, random.pick([1, 1, 2]));
  return Array.from({ length: count }, () => {
    if (random.chance(0.03)) return errorResult(random);
    return kind < 0.3 ? bareResult(random) : written(random, filledShape(random, shape));
  });
}

/** `weather in Paris, Rome and Oslo`: one call after the other, and then what came back for each. */
export function sameToolLoop(random: Random, split: Split): ToolExchange {
  return drawFrom(split, () => {
    const { tool, parameter, wordings } = listTool(random);
    const objects = distinct(random, parameter, stepCount(random));
    const isAction = tool.family.gives.length === 0 && random.chance(0.5);
    const results = isAction
      ? objects.map(() => doneResult(random))
      : resultsOf(random, tool.family, objects.length);
    const steps = objects.map((object, index): Step => ({
      request: {
        tool: tool.definition,
        arguments: { [parameter.name]: argumentOf(object, parameter.type) },
      },
      result: results[index] ?? "",
    }));
    const answer = isAction
      ? "Done."
      : objects
          .map((object, index) => `${object}: ${shortAnswer(results[index] ?? "")}.`)
          .join(" ");
    return {
      key: `${tool.definition.function.name} ${spacedJson(objects)}`,
      messages: loopMessages(requestText(random, wordings, objects), steps, answer),
      tools: definitionsOf(amongOthers(random, [tool], random.pick([1, 1, 1, 2, 3, 5]))),
    };
  });
}
