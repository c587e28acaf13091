import type { DynamicField, ValueTest } from "../../query/dynamic-field.ts";
import { orderedCharacters } from "../../query/dynamic-order.ts";
import { type FeedbackPath, hasSeveral } from "./feedback-path.ts";
import type { FeedbackOfType } from "./feedback-of-type-sql.ts";
import { noValue, shortOf } from "./stored-value-sql.ts";

/** Results of a condition in a column; 0 stands for a call without such feedback. */
const isFalse = 1;
const isTrue = 2;
const isUnknown = 3;

/**
 * A value in the feedback on a call. Of a type, the piece that was stored first has it; of any type,
 * the first piece in which it is not empty. Of types that a call has several times, each piece that
 * has the value counts: a condition holds if it holds for one of them.
 */
export class FeedbackField implements DynamicField {
  readonly type = "dynamic";
  readonly #kind: "first" | "firstPresent" | "several";
  readonly #rows: FeedbackOfType;
  readonly #value: DynamicField;

  constructor(path: FeedbackPath, rows: FeedbackOfType) {
    this.#kind = kindOf(path);
    this.#rows = rows;
    this.#value = rows.value(path);
  }

  text(): string {
    return this.#first(this.#value.text());
  }

  /** A cut text is longer than a short one, so an order needs one column for both. */
  shortText(): string {
    return shortOf(this.leadingText(orderedCharacters));
  }

  leadingText(characters: number): string {
    return this.#first(`substringUTF8(${this.#value.text()}, 1, ${characters})`);
  }

  exists(): string {
    const exists = `toUInt8(${this.#isPresent})`;
    const found =
      this.#kind === "first" ? this.#first(exists) : this.#rows.column(`max(${exists})`);
    return `(${found} = 1)`;
  }

  /** Of a value that there are several of, their number. */
  size(): string {
    if (this.#kind === "several") {
      return `toInt64(${this.#rows.column(`countIf(${this.#isPresent})`)})`;
    }
    const column = this.#first(`toUInt64(ifNull(${this.#value.size()} + 1, 0))`);
    return `if(${column} = 0, NULL, toInt64(${column} - 1))`;
  }

  test({ name: nameOf, isDirect, needsValue, of }: ValueTest): string | undefined {
    if (this.#kind === "several" && !isDirect) return undefined;
    const name = nameOf();
    const result = this.#rows.columnOnce(name, () => {
      const one = of(this.#value);
      if (needsValue) this.#rows.need(name, one);
      return this.#kind === "several"
        ? `max(toUInt8(${this.#isPresent} AND ifNull(${one}, false)))`
        : this.#firstSql(`toUInt8(ifNull(toUInt8(${one}) + ${isFalse}, ${isUnknown}))`);
    });
    if (this.#kind === "several") return `(${result} = 1)`;
    const cases = [`${result} = 0, toUInt8(${of(noValue)})`, `${result} = ${isUnknown}, NULL`];
    return `multiIf(${cases.join(", ")}, toUInt8(${result} = ${isTrue}))`;
  }

  /** Whether a piece has the value. */
  get #isPresent(): string {
    if (this.#kind === "firstPresent") return `(${this.#value.text()} != '')`;
    return this.#value.exists();
  }

  #first(sql: string): string {
    return this.#rows.column(this.#firstSql(sql));
  }

  #firstSql(sql: string): string {
    const { key } = this.#rows;
    return this.#kind === "first"
      ? `argMin(${sql}, ${key})`
      : `argMinIf(${sql}, ${key}, ${this.#isPresent})`;
  }
}

function kindOf({ type }: FeedbackPath): "first" | "firstPresent" | "several" {
  if (type === undefined) return "firstPresent";
  return hasSeveral(type) ? "several" : "first";
}
