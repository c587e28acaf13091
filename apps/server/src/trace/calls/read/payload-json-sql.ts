import { isIndex } from "../../query/field-path.ts";
import type { Parameters } from "../../query/parameters.ts";
import type { PayloadPath } from "./payload-path.ts";

/** What `cut` holds in rows that were written before it existed. */
export const oldCutSql = "'\\x7finputs\\x7foutput\\x7fattributes\\x7fsummary\\x7f'";

/** Reads a value from the JSON text of its payload. A text that the engine cannot read has none. */
export class PayloadJson {
  readonly #path: PayloadPath;
  readonly #parameters: Parameters;
  #keys: readonly string[] | undefined;

  constructor(path: PayloadPath, parameters: Parameters) {
    this.#path = path;
    this.#parameters = parameters;
  }

  /** The text of the value; '' for a missing value and for null. */
  get text(): string {
    const { root, steps } = this.#path;
    const read = this.#at((place) => `JSONExtractString(${place})`);
    if (steps.length > 0) return read;
    // Old rows hold the text as the client sent it; later ones hold compact JSON.
    const isContainer = `(startsWith(${root}, '{') OR startsWith(${root}, '['))`;
    return `if(${isContainer} AND cut != ${oldCutSql}, ${root}, ${read})`;
  }

  /** Whether the value is there and not null. */
  get exists(): string {
    return this.#at((place) => `(JSONType(${place}) != 'Null')`);
  }

  /** The entries of a list or map, or the characters of a string; null for other values. */
  get size(): string {
    return this.#at(
      (place) =>
        `multiIf(JSONType(${place}) IN ('Array', 'Object'), toNullable(JSONLength(${place})), ` +
        `JSONType(${place}) = 'String', lengthUTF8(JSONExtractString(${place})), NULL)`,
    );
  }

  /**
   * Makes SQL for the place of the value. The engine reads a number as a place also in an object, so
   * the type of the value around it decides whether it is one or a name.
   */
  #at(make: (place: string) => string): string {
    const { root, steps } = this.#path;
    const from = (step: number, place: string): string => {
      const name = steps[step];
      if (name === undefined) return make(place);
      const named = from(step + 1, `${place}, ${this.#key(step)}`);
      if (!isIndex(name)) return named;
      const indexed = from(step + 1, `${place}, ${Number(name) + 1}`);
      return `if(JSONType(${place}) = 'Array', ${indexed}, ${named})`;
    };
    return from(0, `if(readable['${root}'] != '', readable['${root}'], ${root})`);
  }

  #key(step: number): string {
    this.#keys ??= this.#path.steps.map((name) => this.#parameters.add(name, "String"));
    return this.#keys[step]!;
  }
}
