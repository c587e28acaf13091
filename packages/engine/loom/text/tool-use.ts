import {
  asTyped,
  type Exchange,
  type Message,
  type ToolCall,
  type ToolDefinition,
} from "./exchange.ts";
import type { Random } from "./random.ts";
import { spacedJson } from "./spaced-json.ts";
import { drawFrom, type Split } from "./split.ts";
import { toolRequest, type ToolRequest } from "./tool-catalogue.ts";
import { anyWord } from "./words.ts";

/** A request that a tool answers, with the tools there are. */
export interface ToolExchange extends Exchange {
  readonly tools: readonly ToolDefinition[];
}

function callOf(request: ToolRequest): ToolCall {
  return {
    type: "function",
    function: { name: request.tool.function.name, arguments: request.arguments },
  };
}

function keyOf(request: ToolRequest): string {
  return `${request.tool.function.name} ${spacedJson(request.arguments)}`;
}

/** Whether a tool can be told from others by its name: neither is part of the other, as `search` is of `web_search`. */
export function isTellable(tool: ToolDefinition, others: readonly ToolDefinition[]): boolean {
  const { name } = tool.function;
  return others.every(
    (other) => !other.function.name.includes(name) && !name.includes(other.function.name),
  );
}

/** The tool among `count` others. */
function besides(random: Random, tool: ToolDefinition, count: number): ToolDefinition[] {
  const tools = [tool];
  while (tools.length <= count) {
    const other = toolRequest(random).tool;
    if (isTellable(other, tools)) tools.splice(random.integer(0, tools.length), 0, other);
  }
  return tools;
}

/** What a tool gave back: a word, a number, a few words or an object. */
function toolResult(random: Random): string {
  const kind = random.next();
  if (kind < 0.3) return String(random.integer(0, 999));
  if (kind < 0.5)
    return `${random.integer(-9, 35)} degrees, ${random.pick(["sunny", "rain", "cloudy"])}`;
  if (kind < 0.7) return `${anyWord(random)} ${anyWord(random)}`;
  return spacedJson({
    [anyWord(random)]: random.chance(0.5) ? random.integer(0, 99) : anyWord(random),
  });
}

/** A request, and its answer as a call. */
export function toolUse(random: Random, split: Split): ToolExchange {
  return drawFrom(split, () => {
    const request = toolRequest(random);
    const messages: Message[] = [
      { role: "user", content: asTyped(random, request.text) },
      { role: "assistant", content: "", tool_calls: [callOf(request)] },
    ];
    const others = random.pick([0, 0, 1, 1, 2]);
    return { key: keyOf(request), messages, tools: besides(random, request.tool, others) };
  });
}

/** As `toolUse`, and then the tool's result and what Loom says to it. */
export function toolUseWithResult(random: Random, split: Split): ToolExchange {
  const use = toolUse(random, split);
  const result = toolResult(random);
  return {
    ...use,
    messages: [
      ...use.messages,
      { role: "tool", content: result },
      { role: "assistant", content: `The result is: ${result}` },
    ],
  };
}
