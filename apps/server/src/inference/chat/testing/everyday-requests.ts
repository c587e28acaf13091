import type { Inference } from "@heddle/types";

type Schema = Readonly<Record<string, unknown>>;

function tool(
  name: string,
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = Object.keys(properties),
): Inference.ChatTool {
  const parameters = { type: "object", properties, required };
  return { type: "function", function: { name, description: "A tool.", parameters } };
}

const text = { type: "string" };
const number = { type: "number" };
const texts = { type: "array", items: text };

const weather = tool("get_weather", { city: text, unit: { enum: ["celsius", "fahrenheit"] } }, [
  "city",
]);
const search = tool(
  "search_web",
  { query: text, limit: { type: "integer", minimum: 1, maximum: 10 } },
  ["query"],
);
const add = tool("add", { a: number, b: number });
const mail = tool("send_email", { to: { ...text, format: "email" }, subject: text, body: text });
const date = { ...text, format: "date" };
const meeting = tool("create_event", { title: text, date, attendees: texts }, ["title", "date"]);
const lights = tool("set_lights", {
  room: { enum: ["kitchen", "bedroom"] },
  on: { type: "boolean" },
});
const timer = tool("set_timer", { minutes: { type: "integer", minimum: 1 } });
const time = tool("get_time", {});
const street = { type: "object", properties: { street: text, number }, required: ["street"] };
const pizza = tool(
  "order_pizza",
  { size: { enum: ["S", "M", "L"] }, toppings: texts, address: street },
  ["size"],
);
const translate = tool("translate", { text, target: text });
const note = tool("save_note", { text, tags: texts }, ["text"]);
const thermostat = tool("set_temperature", { degrees: { ...number, minimum: 5, maximum: 30 } });

/** What people ask an assistant with tools, and the tools. The built-in model begins a call for each. */
export const everydayRequests: readonly (readonly [string, readonly Inference.ChatTool[]])[] = [
  ["What is the weather in Paris?", [weather]],
  ["weather in Tokyo please, in celsius", [weather]],
  ["What's the weather like in New York today?", [weather, search]],
  ["How is the weather in Oslo?", [weather, add, mail]],
  ["Search the web for cheap flights to Rome", [search]],
  ["look up typescript generics", [search, add]],
  ["find the best pasta recipe", [search]],
  ["use the tool: add 12 and 30", [add]],
  ["Send an email to bob@example.com saying hi", [mail]],
  ["Book a meeting with Ann tomorrow", [meeting, mail]],
  ["Turn on the kitchen lights", [lights]],
  ["Turn off the light in the bedroom", [lights, timer]],
  ["Set a timer for 5 minutes", [timer]],
  ["What time is it?", [time]],
  ["what time is it in Berlin?", [time, weather]],
  ["Order a large pizza with mushrooms", [pizza]],
  ["Translate good morning to French", [translate]],
  ["Save a note: buy milk", [note]],
  ["remind me to call mom", [meeting, note]],
  ["set the temperature to 21 degrees", [thermostat]],
  ["message Ann that I am late", [mail, note]],
];
