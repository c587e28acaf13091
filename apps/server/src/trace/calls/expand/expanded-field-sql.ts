import { externalPrefix } from "../../digests/rewrite-refs.ts";
import { foldCase } from "../../query/case-folding.ts";
import { type DynamicField, isShortText, type Needle } from "../../query/dynamic-field.ts";
import type { Parameters } from "../../query/parameters.ts";
import type { PayloadRoot } from "./expand-columns.ts";
import type { FoundRefs } from "./found-refs.ts";
import type { RefLevel } from "./ref-level.ts";
import { sizeOf, type ValueFacts } from "./value-facts.ts";

/** A field as plain SQL, without a look behind refs. */
export type PlainField = (place: RefLevel["place"]) => DynamicField;

/** The columns with the refs of a payload. */
const refColumns: Readonly<Partial<Record<PayloadRoot, string>>> = {
  inputs: "input_refs",
  output: "output_refs",
};
/** Every payload with a ref holds this text. */
const needle: Needle = { fragment: externalPrefix, ignoresCase: false };

/** SQL for the text at a place if that is a ref; the empty text for most other values. */
export function refSql({ root }: RefLevel["place"], field: DynamicField): string {
  const column = refColumns[root];
  const text = field.text(needle);
  return column === undefined ? text : `if(notEmpty(${column}), ${text}, '')`;
}

/** SQL for the key of a ref: short, however long the ref is. */
export function refKeySql(ref: string): string {
  return `hex(sipHash128(${ref}))`;
}

/** The SQL for a text that it may be a ref. */
export function isRefSql(text: string): string {
  return `startsWith(${text}, '${externalPrefix}')`;
}

/**
 * A value that a path reaches through refs. The values behind the refs are in parameters, by the key
 * of the ref; a call without a ref on the path has the value itself.
 */
export class ExpandedField implements DynamicField {
  readonly type = "dynamic";
  readonly #plain: DynamicField;
  readonly #levels: readonly LevelSql[];

  constructor(plain: DynamicField, levels: readonly LevelSql[]) {
    this.#plain = plain;
    this.#levels = levels;
  }

  text(asked?: Needle): string {
    const wanted = (text: string): string => (asked && !holds(text, asked) ? "" : text);
    return this.#either((level) => level.text(wanted), this.#plain.text(asked));
  }

  shortText(): string {
    const short = (text: string): string => (isShortText(text) ? text : "");
    return this.#either((level) => level.text(short), this.#plain.shortText());
  }

  exists(): string {
    return this.#either((level) => level.exists(), this.#plain.exists());
  }

  size(): string {
    return this.#either((level) => level.size(), this.#plain.size());
  }

  #either(ofLevel: (level: LevelSql) => string, plain: string): string {
    const cases = this.#levels.map((level) => `${isRefSql(level.ref)}, ${ofLevel(level)}`);
    return `multiIf(${cases.join(", ")}, ${plain})`;
  }
}

/** One level of a field as SQL: the ref there, and the values behind such refs. */
export class LevelSql {
  readonly ref: string;
  readonly #level: RefLevel;
  readonly #found: FoundRefs;
  readonly #parameters: Parameters;

  constructor(level: RefLevel, ref: string, found: FoundRefs, parameters: Parameters) {
    this.ref = ref;
    this.#level = level;
    this.#found = found;
    this.#parameters = parameters;
  }

  /** The text behind the ref; a ref without a value is a text itself. */
  text(wanted: (text: string) => string): string {
    return this.#mapped(({ text }) => wanted(text), this.#level.isEnd ? this.ref : "''");
  }

  exists(): string {
    // A ref has a value that is not null, or it is a text itself.
    if (this.#level.isEnd) return "true";
    const keys = this.#entries().flatMap(([key, { kind }]) => (kind === "none" ? [] : [key]));
    return keys.length === 0 ? "false" : `(${this.#key} IN ${this.#list(keys)})`;
  }

  size(): string {
    const isEnd = this.#level.isEnd;
    const sizes = this.#mapped(
      (facts) => String(sizeOf(facts) ?? ""),
      isEnd ? `toString(lengthUTF8(${this.ref}))` : "''",
    );
    return `toUInt64OrNull(${sizes})`;
  }

  get #key(): string {
    return refKeySql(this.ref);
  }

  /** The text that each ref gets, or `otherwise`; a ref that would get the same is left out. */
  #mapped(of: (facts: ValueFacts) => string, otherwise: string): string {
    const keys: string[] = [];
    const texts: string[] = [];
    for (const [key, facts] of this.#entries()) {
      const text = of(facts);
      if (text === "" && otherwise === "''") continue;
      keys.push(key);
      texts.push(text);
    }
    if (keys.length === 0) return otherwise;
    return `transform(${this.#key}, ${this.#list(keys)}, ${this.#list(texts)}, ${otherwise})`;
  }

  #list(texts: readonly string[]): string {
    return this.#found.list(texts, this.#parameters);
  }

  #entries(): (readonly [key: string, facts: ValueFacts])[] {
    return [...this.#found.at(this.#level.place)].flatMap(([ref, key]) => {
      const facts = this.#level.factsOf(ref);
      return facts ? [[key, facts] as const] : [];
    });
  }
}

function holds(text: string, { fragment, ignoresCase }: Needle): boolean {
  return (ignoresCase ? foldCase(text) : text).includes(fragment);
}
