import { asTyped } from "../exchange.ts";
import type { Random } from "../random.ts";
import { request, type Wordings } from "../request.ts";
import { asked, fill } from "../wording.ts";

/** How a piece of work on a text, `{x}`, is asked for. */
export interface TaskWordings extends Wordings {
  /** Orders that point at the text without holding it: "put this in capitals". */
  readonly orders: readonly string[];
  /** Names of the work that stand before a colon: "uppercase". */
  readonly labels: readonly string[];
}

const layouts: readonly string[] = [
  "{do}: {x}",
  "{do}: {x}",
  "{do}: {x}",
  "{do}:\n{x}",
  "{do}\n{x}",
  "{do} - {x}",
  "{do}. {x}",
  "{x}\n{do}",
  "{x}\n\n{do}",
  "{x} - {do}",
  "{x} -> {do}",
  "{x}, {do}",
  "{x}: {do}",
];

const introductions: readonly string[] = [
  "here is a text: {x}. {do}.",
  "here is my text: {x}\n{do}",
  "here is some text: {x}\n{do}",
  "here's the text: {x}. {do}",
  "here is a {k}: {x}. {do}.",
  "here is a {k}: {x}\n{do}",
  "here is my {k}: {x}. {do}",
  "here's a {k}: {x}. {do}.",
  "i have a {k}: {x}. {do}",
  "this is my {k}: {x}. {do}",
  "my {k} is {x}. {do}",
  "take the {k} {x}. {do}",
  "given the {k} {x}, {do}",
  "i have this text: {x}. {do}",
  "i have a text: {x}\n{do}",
  "take this: {x}\n{do}",
  "text: {x}\n{do}",
  "my text is {x}. {do}",
  "look at this: {x}. {do}",
  "this is the text: {x}\n{do}",
];

/** Text in marks of quotation; bare text is ambiguous inside of a sentence when it is long. */
function quoted(random: Random, text: string, isInside: boolean): string {
  const words = text.split(" ").length;
  const endsInMark = /[.!?,]$/.test(text);
  const share = isInside ? (endsInMark ? 1 : words > 2 ? 0.75 : 0.5) : 0.2;
  if (!random.chance(share)) return text;
  const mark = text.includes("'")
    ? "double"
    : random.weighted({ double: 50, single: 44, curly: 6 });
  if (mark === "single") return `'${text}'`;
  return mark === "double" ? `"${text}"` : `“${text}”`;
}

/** A template that has nothing after the text cannot be misread. */
function isOpenEnded(template: string): boolean {
  return template.endsWith("{x}");
}

/**
 * A request to work on a text, in any layout: inside of a sentence, after a colon, on a line of its own, before the
 * order. The text itself is never changed.
 */
export function taskRequest(random: Random, wordings: TaskWordings, text: string): string {
  const shape = random.weighted({ sentence: 51, order: 20, introduction: 8, label: 21 });
  if (shape === "label") {
    const label = asTyped(random, random.pick(wordings.labels));
    const template = random.pick(["{do}: {x}", "{do}: {x}", "{do}: {x}", "{do} {x}", "{do}:{x}"]);
    return fill(template, { do: label, x: quoted(random, text, false) });
  }
  if (shape !== "sentence") {
    const template = random.pick(shape === "order" ? layouts : introductions);
    const drawn = random.pick(wordings.orders);
    const order = drawn.endsWith("?")
      ? asTyped(random, drawn)
      : asked(random, drawn, !template.startsWith("{do}"));
    const opened = shape === "introduction" ? asTyped(random, template) : template;
    const isInside = !/\{x\}(?:\n|$)/.test(template);
    const k = text.includes(" ") ? random.pick(["phrase", "sentence", "text", "line"]) : "word";
    const placed = order.endsWith("?") ? opened.replace(/\{do\}[.:]?/, "{do}") : opened;
    return fill(placed, { do: order, k, x: quoted(random, text, isInside) });
  }
  // The place of the text stays in the template until it is known whether quotes are needed.
  const kept = request(random, wordings, { x: "{x}" });
  return fill(kept, { x: quoted(random, text, !isOpenEnded(kept)) });
}
