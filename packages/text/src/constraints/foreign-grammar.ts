import { TextError } from "../errors.ts";
import { EbnfError } from "./automaton/ebnf-lexer.ts";
import { parseEbnf } from "./automaton/ebnf-parser.ts";
import type { Grammar } from "./automaton/grammar.ts";

const maxCharacters = 100_000;
const bounds = { nesting: 64, repetition: 10_000 };

/**
 * Reads a grammar that somebody else wrote, in EBNF (see `parseEbnf`).
 *
 * @throws TextError `invalid` for one that is empty, too large, or no grammar, `unsupported` for one in another notation
 */
export function foreignGrammar(grammar: string): Grammar {
  if (grammar.trim() === "") throw refusal("invalid", "The grammar is empty.");
  if (grammar.length > maxCharacters) {
    throw refusal(
      "invalid",
      `The grammar has ${grammar.length} characters; at most ${maxCharacters} are allowed.`,
    );
  }
  if (grammar.includes("\0")) throw refusal("invalid", "The grammar contains the character NUL.");
  if (
    !grammar.includes("::=") &&
    /^[ \t]*(?:[?!]?\w+(\.\d+)?[ \t]*:|%(ignore|import))/m.test(grammar)
  ) {
    throw refusal(
      "unsupported",
      "The grammar looks like one for Lark, which this engine does not read. Write it as EBNF: rules with ::=, the first one named root.",
    );
  }
  try {
    return parseEbnf(grammar, bounds);
  } catch (error) {
    if (!(error instanceof EbnfError)) throw error;
    const before = grammar.slice(0, error.at).split("\n");
    const place = `line ${before.length}, column ${before.at(-1)!.length + 1}`;
    throw refusal(error.kind, `The grammar cannot be used: ${error.message} (${place}).`);
  }
}

function refusal(kind: "invalid" | "unsupported", message: string): TextError {
  return new TextError(kind, message, { parameter: "constraint" });
}
