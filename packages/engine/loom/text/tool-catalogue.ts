import type { ParameterType, ToolDefinition } from "./exchange.ts";
import type { Random } from "./random.ts";
import { anyCity, anyName, anyWord, asTitle, inventedWord, words } from "./words.ts";

/** A value for a parameter: in the user's words it reads as it does in the call. */
export type Argument = string | number | boolean;

/** A tool with one request for it and the arguments that the request asks for. */
export interface ToolRequest {
  readonly tool: ToolDefinition;
  readonly text: string;
  readonly arguments: Readonly<Record<string, Argument>>;
}

function defined(
  name: string,
  parameters: readonly (readonly [name: string, type: ParameterType])[],
  required: readonly string[] = parameters.map(([parameter]) => parameter),
): ToolDefinition {
  return {
    type: "function",
    function: {
      name,
      description: "",
      parameters: {
        type: "object",
        properties: Object.fromEntries(
          parameters.map(([parameter, type]) => [parameter, { type }]),
        ),
        required,
      },
    },
  };
}

function placed(random: Random): string {
  const city = anyCity(random);
  return random.chance(0.5) ? asTitle(city) : city;
}

function weather(random: Random): ToolRequest {
  const parameter = random.pick(["city", "city", "location", "place"]);
  const hasUnit = random.chance(0.2);
  const name = random.pick(["get_weather", "get_weather", "get_current_weather", "weather"]);
  const tool = defined(
    name,
    hasUnit
      ? [
          [parameter, "string"],
          ["unit", "string"],
        ]
      : [[parameter, "string"]],
    [parameter],
  );
  const city = placed(random);
  const text = random.pick([
    "weather in *?",
    "how is the weather in *?",
    "what is the weather in *?",
    "what's the weather like in *?",
    "what is the weather like in * today?",
  ]);
  const named = text.replace("*", city);
  if (hasUnit && random.chance(0.4)) {
    const unit = random.pick(["celsius", "fahrenheit"]);
    return {
      tool,
      text: `${named.replace("?", "")} in ${unit}?`,
      arguments: { [parameter]: city, unit },
    };
  }
  return { tool, text: named, arguments: { [parameter]: city } };
}

function time(random: Random): ToolRequest {
  const parameter = random.pick(["city", "location", "zone"]);
  const city = placed(random);
  const text = random.pick([`what time is it in ${city}?`, `time in ${city}?`]);
  const tool = defined(random.pick(["get_time", "current_time"]), [[parameter, "string"]]);
  return { tool, text, arguments: { [parameter]: city } };
}

function search(random: Random): ToolRequest {
  const parameter = random.pick(["query", "query", "text", "q"]);
  const query = random.chance(0.5) ? anyWord(random) : `${anyWord(random)} ${anyWord(random)}`;
  const text = random.pick([`search for ${query}`, `find ${query}`, `look up ${query}`]);
  const tool = defined(random.pick(["search", "web_search", "search_docs"]), [
    [parameter, "string"],
  ]);
  return { tool, text, arguments: { [parameter]: query } };
}

function addition(random: Random): ToolRequest {
  const [left, right] = random.pick([
    ["a", "b"],
    ["x", "y"],
    ["first", "second"],
  ] as const);
  const operands = [random.integer(0, 999), random.integer(0, 999)] as const;
  const name = random.pick(["add", "sum", "multiply"]);
  const verb = name === "multiply" ? "multiply" : "add";
  return {
    tool: defined(name, [
      [left, "integer"],
      [right, "integer"],
    ]),
    text: `use the tool: ${verb} ${operands[0]} and ${operands[1]}`,
    arguments: { [left]: operands[0], [right]: operands[1] },
  };
}

function message(random: Random): ToolRequest {
  const [receiver, content] = random.pick([
    ["to", "text"],
    ["name", "message"],
    ["user", "body"],
  ] as const);
  const name = anyName(random);
  const text = `${anyWord(random)} ${anyWord(random)}`;
  return {
    tool: defined(random.pick(["send_message", "send_email"]), [
      [receiver, "string"],
      [content, "string"],
    ]),
    text: random.pick([`tell ${name}: ${text}`, `send ${name} the message ${text}`]),
    arguments: { [receiver]: name, [content]: text },
  };
}

const verbs =
  "get set open close play stop start book buy find make show read check list turn send save".split(
    " ",
  );

function argumentOf(random: Random, type: ParameterType): Argument {
  if (type === "string") return anyWord(random);
  return type === "boolean" ? random.chance(0.5) : random.integer(0, 999);
}

/** Any verb with any noun and any parameters, named in the request as they are in the tool. */
function anything(random: Random): ToolRequest {
  const verb = random.pick(verbs);
  const noun = random.chance(0.5) ? random.pick(words) : inventedWord(random, 2);
  const count = random.pick([1, 1, 2, 2, 3]);
  const parameters: [string, ParameterType][] = [];
  while (parameters.length < count) {
    const name = random.chance(0.5)
      ? random.pick(["id", "name", "size", "color", "date", "room", "level", "title", "count"])
      : random.pick(words);
    if (parameters.some(([taken]) => taken === name)) continue;
    parameters.push([
      name,
      random.pick(["string", "string", "string", "integer", "number", "boolean"]),
    ]);
  }
  const isLoose = random.chance(0.3);
  const given = parameters.filter((_, index) => index === 0 || !isLoose || random.chance(0.6));
  const values = Object.fromEntries(given.map(([name, type]) => [name, argumentOf(random, type)]));
  const required = given.filter((_, index) => index === 0 || !isLoose || random.chance(0.5));
  const list = Object.entries(values).map(([name, value]) => `${name} ${value}`);
  return {
    tool: defined(
      random.pick([`${verb}_${noun}`, `${verb}_${noun}`, `${verb}_${noun}`, noun]),
      parameters,
      required.map(([name]) => name),
    ),
    text:
      random.pick([`${verb} ${noun}: `, `${verb} the ${noun} with `, `please ${verb} ${noun}, `]) +
      list.join(random.pick([", ", " and "])),
    arguments: values,
  };
}

/** A tool of many and a request for it. */
export function toolRequest(random: Random): ToolRequest {
  const make = {
    weather,
    time,
    search,
    addition,
    message,
    anything,
  };
  const kind = random.weighted({
    weather: 5,
    time: 2,
    search: 3,
    addition: 2,
    message: 2,
    anything: 8,
  });
  return make[kind](random);
}
