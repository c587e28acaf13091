import { EngineError } from "../errors.ts";

const maxCharacters = 100_000;
const maxNesting = 64;
const maxRepetition = 10_000;

/**
 * Refuses an EBNF grammar that xgrammar would not survive, or would enforce differently from what it says. Its syntax
 * is checked by xgrammar itself.
 *
 * @throws EngineError `invalid` for an empty, too large or too deep one, `unsupported` for characters beyond ASCII in a class
 */
export function checkGrammarText(grammar: string): void {
  if (grammar.trim() === "") throw refusal("invalid", "The grammar is empty.");
  if (grammar.length > maxCharacters) {
    throw refusal(
      "invalid",
      `The grammar has ${grammar.length} characters; at most ${maxCharacters} are allowed.`,
    );
  }
  if (grammar.includes("\0")) throw refusal("invalid", "The grammar contains the character NUL.");
  let nesting = 0;
  // Strings, classes, comments, brackets and counts; everything else is passed over.
  const tokens =
    /"(?:\\.|[^"\\])*"|\[(?:\\.|[^\]\\])*\]|#[^\n]*|[()]|\{\s*(\d+)\s*(?:,\s*(\d*)\s*)?\}/gs;
  for (const match of grammar.matchAll(tokens)) {
    const [token, min = "0", max = "0"] = match;
    if (token.startsWith("[")) checkClass(token);
    if (token === "(" && ++nesting > maxNesting) {
      throw refusal("invalid", `The grammar nests brackets more than ${maxNesting} deep.`);
    }
    if (token === ")") nesting--;
    if (Math.max(Number(min), Number(max)) > maxRepetition) {
      throw refusal("invalid", `The grammar repeats something more than ${maxRepetition} times.`);
    }
  }
}

/** In xgrammar 0.1.27 one such character matches nothing in a class, and excludes nothing from a negated one. */
function checkClass(token: string): void {
  const escapes = /\\u\{?([0-9a-fA-F]+)|\\U([0-9a-fA-F]{8})|\\x([0-9a-fA-F]{2})/g;
  const points = Array.from(token.matchAll(escapes), ([, short, long, byte]) =>
    Number.parseInt(short ?? long ?? byte!, 16),
  );
  if (/[^\0-\x7f]/.test(token) || points.some((point) => point > 0x7f)) {
    throw refusal(
      "unsupported",
      `The character class ${token} has characters beyond ASCII, which this engine cannot enforce in a class. Write them as alternatives: ("é" | "à"). [^\\x00-\\x7f] stands for all of them.`,
    );
  }
}

function refusal(kind: "invalid" | "unsupported", message: string): EngineError {
  return new EngineError(kind, message, { parameter: "constraint" });
}
