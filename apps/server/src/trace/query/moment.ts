import { InvalidInput } from "../../refusals/refusal.ts";
import { type Instant, parseInstant } from "../instant.ts";
import { describe, type Expression } from "./expression.ts";
import type { Parameters } from "./parameters.ts";

/** What the engine's date-times reach; beyond it every stored moment lies on one side. */
const bounds: readonly [first: Instant, last: Instant] = [
  Date.UTC(1900, 0, 1) * 1000,
  Date.UTC(2299, 11, 31) * 1000,
];

/**
 * The moment that a literal names beside a date-time field: seconds since 1970, or an ISO date or
 * date-time, UTC unless it says otherwise.
 */
export function momentOf(literal: Expression, field: string): Instant {
  const value = literal.literal;
  const instant =
    typeof value === "number"
      ? Math.round(value * 1_000_000)
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

/** A moment as SQL that the engine folds before it looks at its index. */
export function momentSql(instant: Instant, parameters: Parameters): string {
  return `fromUnixTimestamp64Micro(${parameters.add(instant, "Int64")}, 'UTC')`;
}
