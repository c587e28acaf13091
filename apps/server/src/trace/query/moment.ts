import { InvalidInput } from "../../refusals/refusal.ts";
import { type Instant, instantOfSeconds, parseInstant } from "../instant.ts";
import { describe, type Expression } from "./expression.ts";
import type { Parameters } from "./parameters.ts";

/**
 * The range of the engine's date-times. A moment beyond it is earlier or later than every stored
 * one.
 */
const bounds: readonly [first: Instant, last: Instant] = [
  Date.UTC(1900, 0, 1) * 1000,
  Date.UTC(2299, 11, 31) * 1000,
];

/**
 * Reads a literal that is compared with a date-time field: seconds since 1970, or an ISO date or
 * date-time, in UTC unless it has an offset.
 */
export function momentOf(literal: Expression, field: string): Instant {
  const value = literal.literal;
  const instant =
    typeof value === "number"
      ? instantOfSeconds(value)
      : typeof value === "string"
        ? parseInstant(value)
        : undefined;
  if (instant === undefined || Number.isNaN(instant)) {
    throw new InvalidInput(
      `${field} is a date-time: compare it with an ISO 8601 text or with seconds since 1970, ` +
        `not with ${typeof value === "string" ? "this text" : describe(literal)}.`,
    );
  }
  return Math.min(Math.max(instant, bounds[0]), bounds[1]);
}

/** SQL for a moment. The engine evaluates it as a constant, so it can use its index. */
export function momentSql(instant: Instant, parameters: Parameters): string {
  return `fromUnixTimestamp64Micro(${parameters.add(instant, "Int64")}, 'UTC')`;
}
