import type { Param } from "../../store/traces/traces.ts";

/** Types of parameters in our statements. */
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

/** Below the store's limit on one parameter, with room for one more text of the largest size. */
const maxListBytes = 64 * 1024;

/**
 * The values of one statement. All values from requests go through this class, so that none of them
 * becomes SQL.
 */
export class Parameters {
  readonly values: Record<string, Param>;
  #count: number;

  /** Begins with the values of another statement, if this statement contains its text. */
  constructor(earlier?: Parameters) {
    this.values = { ...earlier?.values };
    this.#count = earlier ? earlier.#count : 0;
  }

  /** Adds a value, and returns its placeholder. */
  add(value: Param, type: ParameterType): string {
    const name = `p${this.#count++}`;
    this.values[name] = value;
    return `{${name}:${type}}`;
  }

  /**
   * Adds a list of texts or moments of any length, split because one parameter has a limit on its
   * bytes.
   */
  addList(
    values: readonly string[],
    type: "Array(String)" | "Array(DateTime64(6, 'UTC'))",
  ): string {
    const parts: string[] = [];
    for (let from = 0; from < values.length || from === 0;) {
      let to = from;
      let bytes = 0;
      while (to < values.length && (bytes < maxListBytes || to === from)) {
        // Two quotes and a comma, and at most three bytes for each unit of text, escapes included.
        bytes += (values[to]?.length ?? 0) * 3 + 3;
        to += 1;
      }
      parts.push(this.add(values.slice(from, to), type));
      from = Math.max(to, 1);
    }
    return parts.length === 1 ? String(parts[0]) : `arrayConcat(${parts.join(", ")})`;
  }
}
