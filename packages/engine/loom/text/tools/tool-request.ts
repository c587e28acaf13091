import { asTyped, type ToolCall, type ToolDefinition } from "../exchange.ts";
import type { Random } from "../random.ts";
import { spacedJson } from "../spaced-json.ts";
import { asked } from "../wording.ts";
import { argumentOf, type Argument } from "./argument.ts";
import type { SpelledTool, Wording } from "./family.ts";
import { valueKinds, type ValueKind } from "./values.ts";

/** What a user asks of a tool and what it is called with. */
export interface ToolRequest {
  readonly tool: ToolDefinition;
  readonly text: string;
  readonly arguments: Readonly<Record<string, Argument>>;
}

/** `(a|b)` becomes one of its parts. */
export function chosen(random: Random, template: string): string {
  return template.replace(/\(([^()]*)\)/g, (_, parts: string) => random.pick(parts.split("|")));
}

/** A text that people put in quotes now and then. */
export function maybeQuoted(random: Random, said: string, probability: number): string {
  if (!random.chance(probability)) return said;
  return random.chance(0.75) ? `"${said}"` : `'${said}'`;
}

/** Whether a wording is a command, which may stand in a sentence with others. */
export function isCommand({ template }: Wording): boolean {
  return !/^[~{]/.test(template) && !template.endsWith("?");
}

/** A template with a politeness or a capital, where its values stay as they are. */
export function typed(
  random: Random,
  template: string,
  says: (template: string) => string,
): string {
  if (template.startsWith("~{") || template.startsWith("{")) return says(template.replace("~", ""));
  if (template.startsWith("~")) return says(asTyped(random, template.slice(1)));
  if (template.endsWith("?")) return says(asTyped(random, template));
  const isOpen = template.endsWith("}");
  const text = says(asked(random, template, !isOpen));
  return /[a-z0-9"]$/.test(text) && random.chance(0.15) ? `${text}.` : text;
}

/** A wording filled for a tool; `quoting` is how often free text stands in quotes. */
export function worded(
  random: Random,
  tool: SpelledTool,
  wording: Wording,
  { quoting = 0.2, isPlain = false }: { quoting?: number; isPlain?: boolean } = {},
): ToolRequest {
  const said: Record<string, string> = {};
  const values: Record<string, Argument> = {};
  for (const { slot, name, type } of tool.parameters) {
    if (!wording.slots.includes(slot.key)) continue;
    const kind: ValueKind = valueKinds[slot.kind];
    const text = kind.draw(random);
    said[slot.key] = kind.isQuoted === true ? maybeQuoted(random, text, quoting) : text;
    values[name] = argumentOf(text, type);
  }
  const filled = (template: string): string =>
    template.replace(/\{(\w+)\}/g, (_, key: string) => said[key] ?? "");
  const template = chosen(random, wording.template);
  const text = isPlain ? filled(template) : typed(random, template, filled);
  return { tool: tool.definition, text, arguments: values };
}

/** A request for the tool in one of its wordings. */
export function requestFor(random: Random, tool: SpelledTool): ToolRequest {
  return worded(random, tool, random.pick(tool.wordings));
}

/** The call that answers a request. */
export function callOf(request: Pick<ToolRequest, "tool" | "arguments">): ToolCall {
  return {
    type: "function",
    function: { name: request.tool.function.name, arguments: request.arguments },
  };
}

/** What decides the split of a request. */
export function keyOf(request: Pick<ToolRequest, "tool" | "arguments">): string {
  return `${request.tool.function.name} ${spacedJson(request.arguments)}`;
}
