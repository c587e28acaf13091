import type { Inference } from "@heddle/types";
import { InvalidParameter } from "../../../refusals/invalid-parameter.ts";

type Request = Inference.ChatCompletionRequest;
type Outputs = Inference.StructuredOutputs;

/** The members of `structured_outputs` and the older names of some. */
const olderNames = {
  json: "guided_json",
  regex: "guided_regex",
  choice: "guided_choice",
  grammar: "guided_grammar",
  whitespace_pattern: "guided_whitespace_pattern",
} as const satisfies Partial<Record<keyof Outputs, keyof Request>>;

/** Constraints under one set of names. */
export interface NamedOutputs {
  /** Null where the request has neither set of names. */
  readonly outputs: Outputs | null;
  /** What the request calls a member; null asks for the whole. */
  readonly paramOf: (member: keyof Outputs | null) => string;
}

/**
 * The constraints of a request, whichever names it uses.
 *
 * @throws InvalidParameter where it uses both
 */
export function guidedOutputs(request: Request): NamedOutputs {
  const outputs = request.structured_outputs ?? null;
  const older = Object.entries(olderNames).filter(([, name]) => (request[name] ?? null) !== null);
  const [first] = older;
  if (first === undefined) {
    return {
      outputs,
      paramOf: (member) =>
        member === null ? "structured_outputs" : `structured_outputs.${member}`,
    };
  }
  const [, name] = first;
  if (outputs !== null) {
    throw new InvalidParameter(
      name,
      `${name} is the older form of structured_outputs: keep structured_outputs alone.`,
    );
  }
  return {
    outputs: Object.fromEntries(older.map(([member, of]) => [member, request[of]])),
    paramOf: (member) => older.find(([of]) => of === member)?.[1] ?? name,
  };
}
