import type { Inference } from "@heddle/types";
import { InvalidParameter } from "../../../refusals/invalid-parameter.ts";

/** Patterns for any white space, whatever the order of its signs. */
const anyWhitespace = /^(?:\\s|\[(?:\\s|\\[ntr]|[ \n\t\r]){1,8}\])\*$/;
/** Patterns that allow the one space that this engine writes behind commas and colons. */
const oneSpace: ReadonlySet<string> = new Set([" ", " ?", "[ ]?", " {0,1}", "[ ]{0,1}", "( )?"]);

/**
 * Whether JSON may have more white space between its signs than one space behind commas and colons.
 * Only where the request asks for it: small models begin with white space and find no end of it.
 *
 * @throws InvalidParameter for a pattern that cannot be held to
 */
export function allowsAnyWhitespace(outputs: Inference.StructuredOutputs, param: string): boolean {
  const pattern = outputs.whitespace_pattern ?? null;
  if (pattern === null || oneSpace.has(pattern)) return false;
  if (anyWhitespace.test(pattern)) return outputs.disable_any_whitespace !== true;
  throw new InvalidParameter(
    param,
    `${param} can be "[\\n\\t ]*" for any white space or " ?" for single spaces: this engine holds to no other pattern.`,
    "unsupported_parameter",
  );
}
