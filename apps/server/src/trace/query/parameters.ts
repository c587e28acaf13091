import type { Param } from "../../store/traces/traces.ts";

/** Types that parameters of our statements have. */
export type ParameterType =
  | "String"
  | "Int64"
  | "UInt64"
  | "Float64"
  | "Array(String)"
  | "Array(Int64)"
  | "Array(UInt64)"
  | "Array(Float64)"
  | "DateTime64(6, 'UTC')"
  | "Array(DateTime64(6, 'UTC'))";

/** Less than the store's limit on one parameter, by the largest text that a list may end with. */
const maxListBytes = 64 * 1024;

/**
 * The values of one statement. Whatever comes from outside goes through here, so that none of it
 * becomes SQL.
 */
export class Parameters {
  readonly values: Record<string, Param>;
  #count: number;

  /** Begins with the values of another statement, whose text this one goes on. */
  constructor(earlier?: Parameters) {
    this.values = { ...earlier?.values };
    this.#count = earlier ? earlier.#count : 0;
  }

  /** Takes a value; gives the placeholder that stands for it. */
  add(value: Param, type: ParameterType): string {
    const name = `p${this.#count++}`;
    this.values[name] = value;
    return `{${name}:${type}}`;
  }

  /** Takes a list of texts or moments, however long: a single parameter has a limit on its bytes. */
  addList(
    values: readonly string[],
    type: "Array(String)" | "Array(DateTime64(6, 'UTC'))",
  ): string {
    const parts: string[] = [];
    for (let from = 0; from < values.length || from === 0;) {
      let to = from;
      let bytes = 0;
      while (to < values.length && (bytes < maxListBytes || to === from)) {
        // Quotes, a comma, and at worst three bytes or an escape for each unit of text.
        bytes += (values[to]?.length ?? 0) * 3 + 3;
        to += 1;
      }
      parts.push(this.add(values.slice(from, to), type));
      from = Math.max(to, 1);
    }
    return parts.length === 1 ? String(parts[0]) : `arrayConcat(${parts.join(", ")})`;
  }
}
