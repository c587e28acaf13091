import type { Constraint } from "../constraint.ts";
import { TextError } from "../../errors.ts";
import type { GrammarHost } from "../grammar-host.ts";

/** What a host says to a constraint that it does not take. */
export function refusalOf(host: GrammarHost, constraint: Constraint): TextError {
  try {
    host.matcher(constraint);
  } catch (error) {
    if (error instanceof TextError) return error;
    throw error;
  }
  throw new Error(`${JSON.stringify(constraint)} is not refused`);
}
