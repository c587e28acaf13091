import type { Constraint } from "./constraint.ts";

import { TextError } from "../errors.ts";
import type { Grammar } from "./automaton/grammar.ts";
import { parseEbnf } from "./automaton/ebnf-parser.ts";
import { GrammarWriter, oneOf } from "./ebnf.ts";
import { parsedSchema, regexText } from "./content-text.ts";
import { foreignGrammar } from "./foreign-grammar.ts";
import { schemaGrammar } from "./json-schema/schema-grammar.ts";
import { structuralTagGrammar } from "./structural-tag.ts";

/** Sizes beyond which a constraint is refused: compiling it would take seconds. */
const maxChoices = 10_000;
const maxChoiceCharacters = 200_000;

/**
 * The grammar of a constraint.
 *
 * @throws TextError `invalid` or `unsupported`, with the parameter `constraint`
 */
export function grammarSource(constraint: Constraint): Grammar {
  switch (constraint.kind) {
    case "json":
      return jsonGrammar(constraint);
    case "regex":
      return ownGrammar(regexText(constraint.pattern));
    case "choice":
      return ownGrammar(choiceText(constraint.choices));
    case "grammar":
      return foreignGrammar(constraint.grammar);
    default:
      return structuralTagGrammar(constraint.tag, grammarSource);
  }
}

/** A grammar that we wrote: its size was bounded when it was written. */
function ownGrammar(text: string): Grammar {
  return parseEbnf(text, { nesting: Infinity, repetition: Infinity });
}

function jsonGrammar(constraint: Constraint & { kind: "json" }): Grammar {
  const { schema, anyWhitespace = false, additionalProperties = true } = constraint;
  if (schema === undefined) {
    return schemaGrammar({ type: "object" }, { anyWhitespace, additionalProperties: true });
  }
  return schemaGrammar(parsedSchema(schema), { anyWhitespace, additionalProperties });
}

function choiceText(choices: readonly string[]): string {
  if (choices.length === 0) throw invalid("The constraint's choices are empty; give at least one.");
  if (choices.length > maxChoices) {
    throw invalid(
      `The constraint has ${choices.length} choices; at most ${maxChoices} are allowed.`,
    );
  }
  let characters = 0;
  for (const choice of choices) {
    if (choice === "") throw invalid("One of the constraint's choices is empty.");
    if (choice.includes("\0")) throw invalid("One of the constraint's choices contains NUL.");
    if (/\p{Surrogate}/u.test(choice)) {
      throw invalid("One of the constraint's choices contains half of a surrogate pair.");
    }
    characters += choice.length;
  }
  if (characters > maxChoiceCharacters) {
    throw invalid(
      `The constraint's choices have ${characters} characters; at most ${maxChoiceCharacters} are allowed.`,
    );
  }
  return new GrammarWriter().text(oneOf(choices));
}

function invalid(message: string): TextError {
  return new TextError("invalid", message, { parameter: "constraint" });
}
