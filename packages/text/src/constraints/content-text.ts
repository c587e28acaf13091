import { TextError } from "../errors.ts";
import { GrammarWriter } from "./ebnf.ts";
import { regexGrammar } from "./regex-grammar.ts";
import { conditionedGrammar } from "./regex-conditions.ts";
import { parseConditionedRegex } from "./regex-parser.ts";
import { statesOf } from "./regex-tree.ts";

const maxRegexStates = 10_000;

/** A schema may come as JSON text. */
export function parsedSchema(schema: unknown): unknown {
  if (typeof schema !== "string") return schema;
  try {
    return JSON.parse(schema);
  } catch (cause) {
    throw new TextError("invalid", "The constraint's JSON schema is not valid JSON.", {
      parameter: "constraint",
      cause,
    });
  }
}

/** The grammar of texts that match a regular expression whole. */
export function regexText(pattern: string): string {
  if (pattern === "") {
    throw invalid("The regular expression is empty: the answer would be empty.");
  }
  const { node, conditions } = parseConditionedRegex(pattern);
  if (statesOf(node) > maxRegexStates) {
    throw invalid(
      `The regular expression has more than ${maxRegexStates} characters once its repetitions are written out.`,
    );
  }
  const writer = new GrammarWriter();
  if (conditions.length === 0) return writer.text(regexGrammar(node, "plain"));
  const grammar = conditionedGrammar(node, conditions, "plain", writer);
  if (grammar === null) throw invalid("No text matches the regular expression.");
  return writer.text(grammar);
}

function invalid(message: string): TextError {
  return new TextError("invalid", message, { parameter: "constraint" });
}
