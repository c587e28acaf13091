import type { Target } from "../node.ts";
import { Moment, type Scalar } from "./values.ts";

/** Texts of more bytes are no numbers. */
const maxNumberBytes = 128;

/** Converts a value; null if that is not possible. */
export function cast(value: Scalar, to: Exclude<Target, "exists">): Scalar {
  if (value === null) return null;
  switch (to) {
    case "string":
      return textOf(value);
    case "double":
      return doubleOf(value);
    case "int":
      return typeof value === "string" ? intOf(value) : wholeOf(doubleOf(value));
    default: {
      if (typeof value === "boolean") return value;
      if (value === "true" || value === "false") return value === "true";
      const number = typeof value === "string" ? byteOf(value) : wholeOf(doubleOf(value));
      return number !== null && number >= 0 && number <= 255 ? number !== 0n : null;
    }
  }
}

function isNumeric(text: string, pattern: RegExp): boolean {
  return Buffer.byteLength(text) <= maxNumberBytes && pattern.test(text);
}

function doubleOf(value: Exclude<Scalar, null>): number | null {
  if (value instanceof Moment) return value.micros / 1e6;
  if (typeof value !== "string") return Number(value);
  if (!isNumeric(value, /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i)) return null;
  return Number.isFinite(Number(value)) ? Number(value) : null;
}

function intOf(text: string): bigint | null {
  return isNumeric(text, /^[+-]?\d+$/) ? within64Bits(BigInt(text.replace("+", ""))) : null;
}

function byteOf(text: string): bigint | null {
  return isNumeric(text, /^\+?\d+$/) ? BigInt(text.replace("+", "")) : null;
}

function wholeOf(number: number | null): bigint | null {
  return Number.isInteger(number) ? within64Bits(BigInt(number!)) : null;
}

function within64Bits(value: bigint): bigint | null {
  return BigInt.asIntN(64, value) === value ? value : null;
}

function textOf(value: Exclude<Scalar, null>): string {
  if (typeof value === "number") {
    return Object.is(value, -0) ? "-0" : String(value).replace("e+", "e");
  }
  if (!(value instanceof Moment)) return String(value);
  const iso = new Date(Math.floor(value.micros / 1000)).toISOString().slice(0, 19);
  const fraction = value.micros % 1_000_000;
  return `${iso}${fraction === 0 ? "" : `.${String(fraction).padStart(6, "0")}`}Z`;
}
