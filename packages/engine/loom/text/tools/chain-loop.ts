import type { ToolDefinition } from "../exchange.ts";
import type { Random } from "../random.ts";
import { drawFrom, type Split } from "../split.ts";
import { inventedWord } from "../words.ts";
import { argumentOf, type Argument } from "./argument.ts";
import { chains, type Chain } from "./chain-table.ts";
import { definitionOf, nameSpelling } from "./family.ts";
import { loopMessages, type Step } from "./loop-steps.ts";
import { isTellable, offeredBeside } from "./offered.ts";
import { resultAnswer } from "./result-answer.ts";
import { doneResult, filledShape, written } from "./results.ts";
import { chosen, keyOf, maybeQuoted, typed } from "./tool-request.ts";
import type { ToolExchange } from "./tool-use.ts";
import { valueKinds, type KindName } from "./values.ts";

/** A chain with names that nobody has heard: `find_klarp(name)` gives what `open_klarp(id)` takes. */
function inventedChain(random: Random): Chain {
  const noun = inventedWord(random, 2);
  const key = random.pick(["id", "code", "key", "number", `${noun}_id`, inventedWord(random, 2)]);
  const [first, second, third] = [
    random.pick(["find", "get", "look_up", "search"]),
    random.pick(["open", "start", "scan", "check", "print", "load"]),
    random.pick(["close", "send", "delete", "archive", "approve", "move"]),
  ];
  const said = `${first.replace("_", " ")} the ${noun} {name}`;
  const links = [
    { names: `${first}_${noun}`, takes: "name=word:name", gives: `${key}=id` },
    {
      names: `${second}_${noun}`,
      takes: `${key}<${key}`,
      gives: random.pick(["count=few", "status=status", ""]),
    },
  ];
  if (random.chance(0.4))
    return { links, says: [`${said} and ${second} it`, `${said}, then ${second} it`] };
  return {
    links: [...links, { names: `${third}_${noun}`, takes: `${key}<${key}` }],
    says: [
      `${said}, ${second} it and ${third} it`,
      `${said}, then ${second} it, then ${third} it`,
      `${said}. ${second} it. Then ${third} it`,
      `${said}, ${second} it and finally ${third} it`,
    ],
  };
}

const split = (text: string): string[] => text.split(" ").filter((entry) => entry !== "");

function shapeOf(gives: string): (readonly [string, KindName])[] {
  return split(gives).map((entry) => {
    const [key = "", kind = "word"] = entry.split("=");
    return [key, kind as KindName];
  });
}

/** Calls in which a later argument is copied from an earlier result. */
export function chainLoop(random: Random, into: Split): ToolExchange {
  return drawFrom(into, () => {
    const chain = random.chance(0.4) ? inventedChain(random) : random.pick(chains);
    const spell = nameSpelling(random);
    const said: Record<string, string> = {};
    const known: Record<string, Argument> = {};
    const steps: Step[] = [];
    for (const { names, takes, gives = "" } of chain.links) {
      const values: Record<string, Argument> = {};
      const parameters = split(takes).map((entry) => {
        const [, parameter = "", from, kind, place] =
          /^(\w+)(?:<(\w+)|=(\w+):(\w+))$/.exec(entry) ?? [];
        const name = spell(parameter).replaceAll("-", "_");
        if (from !== undefined) {
          const value = known[from];
          values[name] = value ?? "";
          return {
            name,
            type: typeof value === "number" ? ("number" as const) : ("string" as const),
            isRequired: true,
          };
        }
        const drawn = valueKinds[kind as KindName];
        const text = drawn.draw(random);
        const type = drawn.types[0] ?? "string";
        said[place ?? ""] = drawn.isQuoted === true ? maybeQuoted(random, text, 0.3) : text;
        values[name] = argumentOf(text, type);
        return { name, type, isRequired: true };
      });
      const result = filledShape(random, shapeOf(gives));
      Object.assign(known, result);
      steps.push({
        request: {
          tool: definitionOf(spell(random.pick(names.split(" "))), parameters),
          arguments: values,
        },
        result: gives === "" ? doneResult(random) : written(random, result),
      });
    }
    const template = chosen(random, random.pick(chain.says));
    const text = typed(random, template, (line) =>
      line.replace(/\{(\w+)\}/g, (_, key: string) => said[key] ?? ""),
    );
    const own: ToolDefinition[] = steps.map(({ request }) => request.tool);
    const others = offeredBeside(random, random.pick([0, 0, 0, 1, 2]));
    const tools = [...own, ...others.filter((other) => isTellable(other, own))];
    if (random.chance(0.4)) tools.reverse();
    return {
      key: steps.map(({ request }) => keyOf(request)).join(" "),
      messages: loopMessages(text, steps, resultAnswer(steps.at(-1)?.result ?? "")),
      tools,
    };
  });
}
