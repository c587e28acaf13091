/** A value of JSON. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json };

/** JSON on one line with a space after `:` and `,`: what the `tojson` filter of chat templates writes. */
export function spacedJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(spacedJson).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const properties = Object.entries(value as { readonly [key: string]: Json });
    return `{${properties.map(([key, of]) => `${JSON.stringify(key)}: ${spacedJson(of)}`).join(", ")}}`;
  }
  return JSON.stringify(value);
}
