import { asTyped } from "../exchange.ts";
import type { Random } from "../random.ts";

/** As people end a statement: with a full stop or without. */
export function closed(random: Random, text: string): string {
  const ended = /[.!?]$/.test(text) || random.chance(0.7) ? text : `${text}.`;
  return asTyped(random, ended);
}
