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
 * Python's `format % arguments` for text, for the conversions s, d, i, u, f, e, g, x, X, o and c, with flags, width
 * and precision. Values are what text shows of them.
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
  const sign = number < 0 ? "-" : (/[+ ]/.exec(groups["flags"] ?? "")?.[0] ?? "");
  const magnitude = Math.abs(number);
  switch (kind) {
    case "d":
    case "i":
    case "u":
      return (
        sign +
        BigInt(Math.trunc(magnitude))
          .toString()
          .padStart(precision ?? 0, "0")
      );
    case "f":
    case "F":
      return sign + fixed(magnitude, Math.min(precision ?? 6, maxDigits));
    case "e":
      return sign + twoDigitExponent(magnitude.toExponential(Math.min(precision ?? 6, maxDigits)));
    case "g":
      return (
        sign +
        twoDigitExponent(
          String(Number(magnitude.toPrecision(Math.min(precision ?? 6, maxDigits) || 1))),
        )
      );
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

// Python rounds what lies exactly between two to the even one, JavaScript to the larger.
function fixed(magnitude: number, digits: number): string {
  const exact = magnitude.toFixed(maxDigits);
  const cut = exact.length - maxDigits + digits;
  const isTie = /^50*$/.test(exact.slice(cut));
  const kept = exact.slice(0, cut).replace(/\.$/, "");
  return isTie && /[02468]$/.test(kept) ? kept : magnitude.toFixed(digits);
}

function twoDigitExponent(text: string): string {
  return text.replace(/e([+-])(\d)$/, "e$10$2");
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
