import { EngineError } from "../errors.ts";

/** Bounds of a number; what is left out does not bound. */
interface Range {
  readonly from?: number;
  readonly above?: number;
  readonly to?: number;
}

export function invalid(parameter: string, message: string): EngineError {
  return new EngineError("invalid", message, { parameter });
}

/** @throws EngineError `invalid` unless the value is left out or a whole number within the bounds */
export function checkInteger(
  parameter: string,
  value: number | undefined,
  from: number,
  to: number,
): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= from && value <= to)) return;
  const bounds =
    to === Number.MAX_SAFE_INTEGER
      ? from === Number.MIN_SAFE_INTEGER
        ? ""
        : `, ${from} or more`
      : ` from ${from} to ${to}`;
  throw invalid(parameter, `${parameter} is ${String(value)}; it must be a whole number${bounds}.`);
}

/**
 * @param parameter what the message calls the value
 * @param field what the error names as its parameter
 * @throws EngineError `invalid` unless the value is left out or a finite number within the range
 */
export function checkNumber(
  parameter: string,
  value: number | undefined,
  range: Range,
  field: string = parameter,
): void {
  if (value === undefined) return;
  const { from = -Infinity, above = -Infinity, to = Infinity } = range;
  const isWithin = value >= from && (value > above || above === -Infinity) && value <= to;
  if (typeof value === "number" && Number.isFinite(value) && isWithin) return;
  const bounds = [
    range.from === undefined ? "" : ` of at least ${from}`,
    range.above === undefined ? "" : ` above ${above}`,
    range.to === undefined
      ? ""
      : `${range.from === undefined && range.above === undefined ? "" : " and"} at most ${to}`,
  ].join("");
  throw invalid(field, `${parameter} is ${String(value)}; it must be a finite number${bounds}.`);
}

/** @throws EngineError `invalid` where there are too many tokens or one is not in the vocabulary */
export function checkTokens(
  parameter: string,
  tokens: readonly number[],
  maxCount: number,
  vocabularyTokens: number,
): void {
  if (tokens.length > maxCount) {
    throw invalid(
      parameter,
      `${parameter} has ${tokens.length} tokens; at most ${maxCount} are allowed.`,
    );
  }
  for (const token of tokens) {
    if (Number.isInteger(token) && token >= 0 && token < vocabularyTokens) continue;
    throw invalid(
      parameter,
      `${parameter} has the token ${String(token)}; tokens are whole numbers from 0 to ${vocabularyTokens - 1}.`,
    );
  }
}
