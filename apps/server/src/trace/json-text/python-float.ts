/**
 * A double as Python's `repr` writes it: the shortest digits that read back as the same double,
 * positional for decimal exponents from -4 to 15, else with an exponent of two digits or more.
 */
export function pythonFloat(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "Infinity" : "-Infinity";
  const size = Math.abs(value);
  // In this range JavaScript writes the same text, except for whole doubles.
  if (size >= 1e-4 && size < 1e16) return Number.isInteger(value) ? `${value}.0` : String(value);
  if (size === 0) return Object.is(value, -0) ? "-0.0" : "0.0";
  const [mantissa = "0", exponentText = "0"] = size.toExponential().split("e");
  const exponent = Number(exponentText);
  const digits = String(Math.abs(exponent)).padStart(2, "0");
  return `${value < 0 ? "-" : ""}${mantissa}e${exponent < 0 ? "-" : "+"}${digits}`;
}
