import { foldedSql } from "../../query/case-folding.ts";
import { type DynamicField, type Needle, shortTextSql } from "../../query/dynamic-field.ts";
import { stepsWithin } from "../../query/field-path.ts";
import { JsonValue } from "../../query/json-value-sql.ts";
import type { Parameters } from "../../query/parameters.ts";

/** SQL for a text of the payload that the engine reads right. */
export const readableSql = "if(readable != '', readable, payload)";

/** A value in the payload of feedback; without steps the payload itself. */
export class FeedbackPayload implements DynamicField {
  readonly type = "dynamic";
  readonly #isWhole: boolean;
  readonly #value: JsonValue;
  readonly #parameters: Parameters;

  /** @throws InvalidInput if the path exceeds a limit. */
  constructor(path: string, parameters: Parameters) {
    const steps = stepsWithin(path);
    this.#isWhole = steps.length === 0;
    this.#value = new JsonValue(readableSql, steps, parameters);
    this.#parameters = parameters;
  }

  text(needle?: Needle): string {
    const text = this.#isWhole ? "payload" : this.#value.text;
    // A search for bytes is much quicker than reading JSON.
    return needle ? `if(${this.near(needle)}, ${text}, '')` : text;
  }

  shortText(): string {
    return shortTextSql(this.text());
  }

  near({ fragment, ignoresCase }: Needle): string {
    const text = ignoresCase ? foldedSql("payload", fragment.includes("σ")) : "payload";
    return `(position(${text}, ${this.#parameters.add(fragment, "String")}) > 0)`;
  }

  exists(): string {
    return this.#value.exists;
  }

  size(): string {
    return this.#value.size;
  }
}
