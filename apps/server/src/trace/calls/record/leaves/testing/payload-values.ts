/** The steps to a value. */
export type Path = readonly string[];

/** The JSON pointer of a path (RFC 6901). */
export function pointerOf(path: Path): string {
  return path.map((name) => `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** Every value within a value, with its path. */
export function valuesOf(
  value: unknown,
  path: Path,
): { readonly path: Path; readonly value: unknown }[] {
  const inner =
    typeof value === "object" && value !== null && !(value instanceof Source)
      ? Object.entries(value).flatMap(([name, one]) => valuesOf(one, [...path, name]))
      : [];
  return [{ path, value }, ...inner];
}

/** Paths that look like this one; most of them lead nowhere. */
export function neighbours(path: Path): Path[] {
  const [around, last = ""] = [path.slice(0, -1), path.at(-1)];
  return [
    [...path, "0"],
    [...path, ""],
    [...path, "no"],
    [...around, `${last}x`],
    [...around, last.slice(1)],
    ["no", ...path],
  ];
}

/** What stands for a number: its token. */
export class Source {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The value of a text with U+FFFD for lone surrogates. */
export function wellFormedValue(text: string): unknown {
  const wellFormed = text.replace(/"(?:[^"\\]|\\.)*"/gs, (token) =>
    JSON.stringify((JSON.parse(token) as string).toWellFormed()),
  );
  return JSON.parse(wellFormed, (_, value: unknown, context?: { source?: string }) =>
    typeof value === "number" ? new Source(context?.source ?? "") : value,
  );
}

/** A value as a leaf is written. No leaf is a container with entries. */
export function tagged(value: unknown): string {
  if (typeof value === "string") return `s${value}`;
  if (value === null) return "z";
  if (value instanceof Source) return `n${decimal(value.text)}`;
  if (typeof value === "object") {
    if (Object.keys(value).length > 0) return "a container";
    return Array.isArray(value) ? "e[]" : "e{}";
  }
  return value === true ? "btrue" : "bfalse";
}

/** The text of a number by another way than the one under test. */
function decimal(source: string): string {
  if (/^-?\d+$/.test(source)) {
    const value = BigInt(source);
    if (value >= -(2n ** 63n) && value < 2n ** 64n) return String(value);
  }
  const value = Number(source);
  if (Number.isFinite(value)) return String(value).replace("+", "");
  return value > 0 ? "1.7976931348623157e308" : "-1.7976931348623157e308";
}
