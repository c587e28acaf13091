const conversion =
  /%(%|\((?<name>[^()]*)\))?(?<flags>[-+ 0#]*)(?<width>\d*)(?:\.(?<precision>\d+))?(?<kind>[a-zA-Z])?/g;

// A width that a template asks for; more is a mistake or an attack.
const maxWidth = 1000;
// As many as JavaScript writes.
const maxDigits = 100;

/** What Python's `%` may be given: a list for several places, a mapping for named ones, anything else for one. */
export type PercentArguments =
  | { readonly kind: "list"; readonly values: readonly unknown[] }
  | { readonly kind: "mapping"; readonly values: ReadonlyMap<string, unknown> };

/**
 * Python's `format % arguments` for text, for the conversions s, d, i, u, f, F, e, E, g, G, x, X, o and c, with
 * flags, width and precision. Values are what text shows of them.
 * Source: Python's documentation, "printf-style String Formatting".
 *
 * @throws Error for too few or too many arguments, and for another conversion
 */
export function percentFormat(format: string, given: PercentArguments): string {
  let next = 0;
  const text = format.replace(conversion, (whole, first: string | undefined, ...rest) => {
    const groups = rest.at(-1) as Record<string, string | undefined>;
    if (first === "%") {
      // `%%` takes nothing of what follows it.
      return `%${whole.slice(2)}`;
    }
    let value: unknown;
    if (groups["name"] !== undefined) {
      if (given.kind !== "mapping") throw new Error("% with a name needs a mapping");
      value = given.values.get(groups["name"]);
    } else {
      if (given.kind !== "list" || next >= given.values.length) {
        throw new Error("not enough arguments for the % format");
      }
      value = given.values[next++];
    }
    return pad(convert(value, groups["kind"] ?? "", groups), groups);
  });
  if (given.kind === "list" && next < given.values.length) {
    throw new Error("not all arguments were used by the % format");
  }
  return text;
}

function convert(
  value: unknown,
  kind: string,
  groups: Readonly<Record<string, string | undefined>>,
): string {
  const precision = groups["precision"] === undefined ? undefined : Number(groups["precision"]);
  if (kind === "s") return String(value).slice(0, precision);
  if (kind === "c" && typeof value === "string") return value;
  if (typeof value !== "number" && typeof value !== "boolean") {
    throw new Error(`the % format asks for a number (${kind}) and got ${typeof value}`);
  }
  const number = Number(value);
  const flags = groups["flags"] ?? "";
  const positive = flags.includes("+") ? "+" : flags.includes(" ") ? " " : "";
  const sign = number < 0 || Object.is(number, -0) ? "-" : positive;
  const magnitude = Math.abs(number);
  if (!Number.isFinite(number)) return notFinite(number, kind, sign);
  switch (kind) {
    case "d":
    case "i":
    case "u":
      return (
        (Math.trunc(number) === 0 ? positive : sign) +
        BigInt(Math.trunc(magnitude))
          .toString()
          .padStart(precision ?? 0, "0")
      );
    case "f":
    case "F":
      return sign + fixed(magnitude, Math.min(precision ?? 6, maxDigits));
    case "e":
      return sign + exponential(magnitude, Math.min(precision ?? 6, maxDigits));
    case "E":
      return sign + exponential(magnitude, Math.min(precision ?? 6, maxDigits)).toUpperCase();
    case "g":
      return sign + general(magnitude, Math.min(precision ?? 6, maxDigits) || 1);
    case "G":
      return sign + general(magnitude, Math.min(precision ?? 6, maxDigits) || 1).toUpperCase();
    case "x":
      return sign + Math.trunc(magnitude).toString(16);
    case "X":
      return sign + Math.trunc(magnitude).toString(16).toUpperCase();
    case "o":
      return sign + Math.trunc(magnitude).toString(8);
    case "c":
      return String.fromCodePoint(number);
    default:
      throw new Error(`unsupported conversion %${kind} in a % format`);
  }
}

/** The first digits of a number, rounded as Python does: what lies exactly between two, to the even one. */
function roundedDigits(magnitude: number, count: number): { digits: string; power: number } {
  const [mantissa = "", exponent = ""] = magnitude.toExponential(maxDigits).split("e");
  const all = mantissa.replace(".", "");
  if (count < 0) return { digits: "", power: 0 };
  const [kept, rest] = [all.slice(0, count), all.slice(count)];
  const isTie = /^50*$/.test(rest);
  const isUp = isTie ? /[13579]$/.test(kept) : /^[5-9]/.test(rest);
  const digits = isUp ? String(BigInt(`0${kept}`) + 1n).padStart(count, "0") : kept;
  return { digits, power: Number(exponent) + digits.length - kept.length };
}

function fixed(magnitude: number, digits: number): string {
  // JavaScript writes such numbers with an exponent; they are whole.
  if (magnitude >= 1e21) return `${BigInt(magnitude)}${digits > 0 ? `.${"0".repeat(digits)}` : ""}`;
  const power = Number(magnitude.toExponential(maxDigits).split("e")[1]);
  const rounded = roundedDigits(magnitude, power + 1 + digits).digits || "0";
  const all = rounded.padEnd(power + 1 + digits, "0").padStart(digits + 1, "0");
  return digits === 0 ? all : `${all.slice(0, -digits)}.${all.slice(-digits)}`;
}

function exponential(magnitude: number, digits: number): string {
  const rounded = roundedDigits(magnitude, digits + 1);
  const [first = "0", ...others] = rounded.digits;
  const { power } = rounded;
  const point = digits > 0 ? "." : "";
  const exponent = String(Math.abs(power)).padStart(2, "0");
  return `${first}${point}${others.slice(0, digits).join("")}e${power < 0 ? "-" : "+"}${exponent}`;
}

/** The shorter of both forms, without zeros at its end. */
function general(magnitude: number, precision: number): string {
  const [mantissa = "", exponent = ""] = exponential(magnitude, precision - 1).split("e");
  const power = Number(exponent);
  if (power < -4 || power >= precision) return `${withoutZeros(mantissa)}e${exponent}`;
  return withoutZeros(fixed(magnitude, precision - 1 - power));
}

function withoutZeros(text: string): string {
  if (!text.includes(".")) return text;
  let end = text.length;
  while (text[end - 1] === "0") end -= 1;
  return text.slice(0, text[end - 1] === "." ? end - 1 : end);
}

/** @throws Error for a whole number that does not exist */
function notFinite(number: number, kind: string, sign: string): string {
  if (!/[feg]/i.test(kind)) throw new Error(`% cannot write ${number} as %${kind}`);
  const text = Number.isNaN(number) ? "nan" : `${sign}inf`;
  return /[A-Z]/.test(kind) ? text.toUpperCase() : text;
}

function pad(text: string, groups: Readonly<Record<string, string | undefined>>): string {
  const width = Number(groups["width"] ?? 0);
  if (width > maxWidth)
    throw new Error(`a width of ${width} in a % format is more than ${maxWidth}`);
  const flags = groups["flags"] ?? "";
  if (flags.includes("-")) return text.padEnd(width);
  if (!flags.includes("0") || groups["kind"] === "s") return text.padStart(width);
  const sign = /^[-+ ]?/.exec(text)?.[0] ?? "";
  return sign + text.slice(sign.length).padStart(width - sign.length, "0");
}
