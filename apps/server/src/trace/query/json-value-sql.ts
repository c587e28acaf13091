import { isIndex } from "./field-path.ts";
import type { Parameters } from "./parameters.ts";

/** Reads a value from a JSON text. A text that the engine cannot read has none. */
export class JsonValue {
  readonly #source: string;
  readonly #steps: readonly string[];
  readonly #parameters: Parameters;
  #keys: readonly string[] | undefined;

  /** `source` is SQL for the text. */
  constructor(source: string, steps: readonly string[], parameters: Parameters) {
    this.#source = source;
    this.#steps = steps;
    this.#parameters = parameters;
  }

  /** The text of the value; '' for a missing value and for null. */
  get text(): string {
    return this.at((place) => `JSONExtractString(${place})`);
  }

  /** Whether the value is there and not null. */
  get exists(): string {
    return this.at((place) => `(JSONType(${place}) != 'Null')`);
  }

  /** The entries of a list or map, or the characters of a string; null for other values. */
  get size(): string {
    return this.at(
      (place) =>
        `multiIf(JSONType(${place}) IN ('Array', 'Object'), toNullable(JSONLength(${place})), ` +
        `JSONType(${place}) = 'String', lengthUTF8(JSONExtractString(${place})), NULL)`,
    );
  }

  /**
   * Makes SQL for the place of the value. The engine reads a number as a place also in an object, so
   * the type of the value around it decides whether it is one or a name.
   */
  at(make: (place: string) => string): string {
    const from = (step: number, place: string): string => {
      const name = this.#steps[step];
      if (name === undefined) return make(place);
      const named = from(step + 1, `${place}, ${this.#key(step)}`);
      if (!isIndex(name)) return named;
      const indexed = from(step + 1, `${place}, ${Number(name) + 1}`);
      return `if(JSONType(${place}) = 'Array', ${indexed}, ${named})`;
    };
    return from(0, this.#source);
  }

  #key(step: number): string {
    this.#keys ??= this.#steps.map((name) => this.#parameters.add(name, "String"));
    return this.#keys[step]!;
  }
}
