import { InvalidInput } from "../../refusals/refusal.ts";

/** The part of an ordered list that an answer has. */
export interface Window {
  readonly offset: number;
  /** `Infinity` without a limit. */
  readonly limit: number;
}

interface AskedWindow {
  readonly limit?: number | null | undefined;
  readonly offset?: number | null | undefined;
}

/**
 * Reads `limit` and `offset` of a request. The wire differs from resource to resource: a negative
 * number is refused or has no effect.
 *
 * @throws InvalidInput for a negative number that is refused.
 */
export function windowOf(request: AskedWindow, negatives: "refused" | "ignored"): Window {
  const read = (name: keyof AskedWindow): number | undefined => {
    const value = request[name] ?? undefined;
    if (value === undefined || value >= 0) return value;
    if (negatives === "ignored") return undefined;
    throw new InvalidInput(`${name} is ${value}; it must not be negative.`);
  };
  return {
    offset: Math.min(read("offset") ?? 0, Number.MAX_SAFE_INTEGER - 1),
    limit: read("limit") ?? Infinity,
  };
}
