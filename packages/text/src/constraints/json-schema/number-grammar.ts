import type { SchemaObject } from "./schema.ts";

import type { GrammarWriter } from "../ebnf.ts";

import { choiceOf, emptyText, literal, oneOf, repeated, sequenceOf } from "../ebnf.ts";
import { digitsAtLeast, digitsAtMost, wholeNumbersBetween } from "./digit-ranges.ts";
import { exclusionsOf } from "./exclusion.ts";
import { maxDivisor, multiplesOf } from "./multiples.ts";
import { pointerTo, schemaError } from "./schema.ts";
import { acceptsNumber } from "./validation.ts";

/** Digits after the point where a bound makes them count one by one. */
const maxFractionDigits = 12;
/** What a double can hold; beyond it JSON's numbers lose their value. */
const maxWholeDigits = 15;

/** Multiples that are listed one by one. */
const maxListed = 1000;

interface Bound {
  /** Absolute value, as whole part and digits of the fraction without trailing zeros. */
  readonly whole: bigint;
  readonly fraction: string;
  readonly isExclusive: boolean;
}

/** An interval of numbers that are not negative. */
interface Interval {
  readonly from: Bound;
  readonly to: Bound | null;
}

const zero: Bound = { whole: 0n, fraction: "", isExclusive: false };

/**
 * An expression for the numbers within a schema's bounds; null where there are none. Between bounds numbers are
 * written as decimals, without bounds also with an exponent of two digits.
 *
 * @param isInteger whether fractions are forbidden; then exponents are too
 */
export function numberGrammar(
  schema: SchemaObject,
  isInteger: boolean,
  pointer: string,
  writer: GrammarWriter,
): string | null {
  if (schema["multipleOf"] !== undefined)
    return multiplesWithin(schema, isInteger, pointer, writer);
  const excluded = exclusionsOf(schema, (value) => typeof value === "number");
  const parts = rangesAround(excluded, schema)
    .map((range) => numbersWithin(range, isInteger, pointer))
    .filter((part) => part !== null);
  return parts.length === 0 ? null : choiceOf(parts);
}

/** Multiples of a whole number: of all numbers, of those that are not negative, or listed where there are few. */
function multiplesWithin(
  schema: SchemaObject,
  isInteger: boolean,
  pointer: string,
  writer: GrammarWriter,
): string | null {
  const { multipleOf: divisor, ...rest } = schema;
  if (divisor === 1) return numberGrammar(rest, true, pointer, writer);
  const excluded = exclusionsOf(schema, (value) => typeof value === "number");
  const least = tighter(schema["minimum"], schema["exclusiveMinimum"], (a, b) => a > b);
  const most = tighter(schema["maximum"], schema["exclusiveMaximum"], (a, b) => a < b);
  if (Number.isSafeInteger(divisor) && (divisor as number) > 0) {
    const step = divisor as number;
    if (least !== null && most !== null && (most.value - least.value) / step <= maxListed) {
      const first = Math.ceil(least.value / step);
      const count = Math.max(0, Math.floor(most.value / step) - first + 1);
      const values = Array.from({ length: count }, (_, index) => (first + index) * step + 0).filter(
        (value) => acceptsNumber(value, schema) && !excluded.includes(value),
      );
      return values.length === 0 ? null : oneOf(values.map(String));
    }
    const isFromZero = least === null || (least.value === 0 && !least.isExclusive);
    if (isFromZero && most === null && excluded.length === 0 && step <= maxDivisor) {
      return multiplesOf(step, least === null, writer);
    }
  }
  throw schemaError(
    "unsupported",
    pointerTo(pointer, "multipleOf"),
    `the keyword multipleOf cannot be enforced by this engine for ${isInteger ? "this divisor and these bounds" : "fractions"}. It can enforce whole divisors up to ${maxDivisor}, or two bounds with few multiples between them.`,
  );
}

/** Bounds between which no excluded number lies, in ascending order. */
function rangesAround(excluded: readonly number[], schema: SchemaObject): SchemaObject[] {
  const points = [...new Set(excluded)].sort((a, b) => a - b);
  const above = [undefined, ...points];
  return above.map((from, index) => {
    const to = points[index];
    const { exclusiveMinimum, exclusiveMaximum } = schema;
    return {
      ...schema,
      exclusiveMinimum:
        from === undefined
          ? exclusiveMinimum
          : Math.max(from, (exclusiveMinimum ?? from) as number),
      exclusiveMaximum:
        to === undefined ? exclusiveMaximum : Math.min(to, (exclusiveMaximum ?? to) as number),
    };
  });
}

function numbersWithin(schema: SchemaObject, isInteger: boolean, pointer: string): string | null {
  const least = tighter(schema["minimum"], schema["exclusiveMinimum"], (a, b) => a > b);
  const most = tighter(schema["maximum"], schema["exclusiveMaximum"], (a, b) => a < b);
  if (least === null && most === null) return isInteger ? anyInteger : anyNumber;
  const write = isInteger ? integersIn : decimalsIn;
  const parts: string[] = [];
  if (most === null || most.value >= 0) {
    const from = least !== null && least.value >= 0 ? boundOf(least, pointer) : zero;
    const found = write({ from, to: most === null ? null : boundOf(most, pointer) });
    if (found !== null) parts.push(found);
  }
  if (least === null || least.value < 0) {
    // Mirrored at zero: what is at most -2 has an absolute value of at least 2. Zero itself is written without a sign.
    const isBelowZero = most !== null && most.value < 0;
    const from = isBelowZero ? boundOf(most, pointer) : { ...zero, isExclusive: true };
    const found = write({ from, to: least === null ? null : boundOf(least, pointer) });
    if (found !== null) parts.push(sequenceOf([literal("-"), found]));
  }
  return parts.length === 0 ? null : choiceOf(parts);
}

const whole = `("0" | [1-9] [0-9]{0,${maxWholeDigits - 1}})`;
const anyInteger = `("0" | ("-")? [1-9] [0-9]{0,${maxWholeDigits - 1}})`;
const anyNumber = `(("-")? ${whole} ("." [0-9]{1,${maxWholeDigits}})? ([eE] ([+\\-])? [0-9]{1,2})?)`;

interface Limit {
  readonly value: number;
  readonly isExclusive: boolean;
}

function tighter(
  inclusive: unknown,
  exclusive: unknown,
  isTighter: (a: number, b: number) => boolean,
): Limit | null {
  const limits: Limit[] = [];
  if (typeof exclusive === "number") limits.push({ value: exclusive, isExclusive: true });
  if (typeof inclusive === "number") limits.push({ value: inclusive, isExclusive: false });
  const [first, second] = limits;
  if (first === undefined) return null;
  if (second === undefined) return first;
  return isTighter(second.value, first.value) ? second : first;
}

/** The shortest decimal that is the number, taken apart without rounding. */
function boundOf({ value, isExclusive }: Limit, pointer: string): Bound {
  const [digits = "", exponent = "0"] = Math.abs(value).toExponential().split("e");
  const [first = "", rest = ""] = digits.split(".");
  const scale = Number(exponent);
  if (scale > 300 || scale < -maxFractionDigits) {
    throw schemaError("unsupported", pointer, `the bound ${value} is too large or too fine.`);
  }
  const all = first + rest;
  const point = 1 + scale;
  const padded = point <= 0 ? "0".repeat(1 - point) + all : all.padEnd(point, "0");
  const at = Math.max(point, 1);
  const fraction = padded.slice(at).replace(/(?<!0)0+$/, "");
  if (fraction.length > maxFractionDigits) {
    throw schemaError(
      "unsupported",
      pointer,
      `the bound ${value} has more than ${maxFractionDigits} digits after the point.`,
    );
  }
  return { whole: BigInt(padded.slice(0, at)), fraction, isExclusive };
}

function integersIn({ from, to }: Interval): string | null {
  const isAbove = from.fraction !== "" || from.isExclusive;
  const first = from.whole + (isAbove ? 1n : 0n);
  const isBelow = to !== null && to.fraction === "" && to.isExclusive;
  const last = to === null ? null : to.whole - (isBelow ? 1n : 0n);
  return wholeNumbersBetween(first, last);
}

/** By whole parts: those strictly inside take any fraction, the two at the ends only some. */
function decimalsIn({ from, to }: Interval): string | null {
  const parts: (string | null)[] = [];
  if (to !== null && from.whole === to.whole) {
    parts.push(withFraction(from.whole, fractionsBetween(from, to)));
  } else if (to === null || from.whole < to.whole) {
    parts.push(withFraction(from.whole, fractionsBetween(from, null)));
    const inside = wholeNumbersBetween(from.whole + 1n, to === null ? null : to.whole - 1n);
    if (inside !== null) parts.push(sequenceOf([inside, `("." [0-9]{1,${maxWholeDigits}})?`]));
    if (to !== null) parts.push(withFraction(to.whole, fractionsBetween(zero, to)));
  }
  const found = parts.filter((part) => part !== null);
  return found.length === 0 ? null : choiceOf(found);
}

function withFraction(wholePart: bigint, fractions: readonly string[]): string | null {
  if (fractions.length === 0) return null;
  return sequenceOf([literal(String(wholePart)), choiceOf(fractions)]);
}

/** What may follow one whole part: nothing, or a point and digits. */
function fractionsBetween(from: Bound, to: Bound | null): string[] {
  const fractions: string[] = [];
  const isFromZero = from.fraction === "";
  const isNoneAllowed =
    isFromZero && !from.isExclusive && !(to !== null && to.fraction === "" && to.isExclusive);
  if (isNoneAllowed) fractions.push(emptyText);
  const isToZero = to !== null && to.fraction === "";
  if (isToZero) {
    if (isNoneAllowed) fractions.push(sequenceOf([literal("."), repeated(literal("0"), 1, 2)]));
    return fractions;
  }
  if (to === null) {
    const digits = digitsAtLeast(from.fraction, from.isExclusive, maxWholeDigits);
    if (digits !== null) fractions.push(sequenceOf([literal("."), digits]));
    return fractions;
  }
  const lower = isFromZero && !from.isExclusive ? null : from;
  const digits = digitsAtMost(to.fraction, to.isExclusive, lower, maxWholeDigits);
  if (digits !== null) fractions.push(sequenceOf([literal("."), digits]));
  return fractions;
}
