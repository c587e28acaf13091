import type { Constraint } from "../constraint.ts";
import type { GrammarHost } from "../grammar-host.ts";
import { byteEnd } from "./vocabularies.ts";

/** Whether a text, byte by byte and then ended, is what a constraint allows. */
export function matches(constraint: Constraint, text: string, host: GrammarHost): boolean {
  const matcher = host.matcher(constraint);
  return Buffer.from(text).every((byte) => matcher.accept(byte)) && matcher.accept(byteEnd);
}
