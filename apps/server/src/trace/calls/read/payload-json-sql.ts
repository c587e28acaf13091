import { JsonValue } from "../../query/json-value-sql.ts";
import type { Parameters } from "../../query/parameters.ts";
import type { PayloadPath } from "./payload-path.ts";

/** What `cut` holds in rows that were written before it existed. */
export const oldCutSql = "'\\x7finputs\\x7foutput\\x7fattributes\\x7fsummary\\x7f'";

/** Reads a value from the JSON text of a payload of a call. */
export class PayloadJson {
  readonly #path: PayloadPath;
  readonly #value: JsonValue;

  constructor(path: PayloadPath, parameters: Parameters) {
    const { root, steps } = path;
    const source = `if(readable['${root}'] != '', readable['${root}'], ${root})`;
    this.#path = path;
    this.#value = new JsonValue(source, steps, parameters);
  }

  /** The text of the value; '' for a missing value and for null. */
  get text(): string {
    const { root, steps } = this.#path;
    const read = this.#value.text;
    if (steps.length > 0) return read;
    // Old rows hold the text as the client sent it; later ones hold compact JSON.
    const isContainer = `(startsWith(${root}, '{') OR startsWith(${root}, '['))`;
    return `if(${isContainer} AND cut != ${oldCutSql}, ${root}, ${read})`;
  }

  /** Whether the value is there and not null. */
  get exists(): string {
    return this.#value.exists;
  }

  /** The entries of a list or map, or the characters of a string; null for other values. */
  get size(): string {
    return this.#value.size;
  }
}
