import { foldedSql } from "../../query/case-folding.ts";
import { type DynamicField, type Needle, shortTextSql } from "../../query/dynamic-field.ts";
import type { Parameters } from "../../query/parameters.ts";
import { oldCutSql, PayloadJson } from "./payload-json-sql.ts";
import type { PayloadPath } from "./payload-path.ts";

/**
 * What SQL reads to find values in payloads. `leaves` reads only the columns of leaves, and takes
 * what they do not tell as missing; `whole` reads such values from the payload.
 */
export type LeafMode = "leaves" | "whole";

const separator = "\u007f";

/**
 * A value in a payload of a call. Its columns hold each small leaf as a pointer and a tagged value,
 * and `cut` lists what they leave out, all between separators.
 */
export class CallLeaf implements DynamicField {
  readonly type = "dynamic";
  readonly #path: PayloadPath;
  readonly #isWhole: boolean;
  readonly #parameters: Parameters;
  readonly #unknown: Set<string>;
  readonly #json: PayloadJson;
  readonly #sql = new Map<string, string>();

  /** Adds to `unknown` the conditions on which the leaves do not tell what was asked. */
  constructor(path: PayloadPath, mode: LeafMode, parameters: Parameters, unknown: Set<string>) {
    this.#path = path;
    this.#isWhole = mode === "whole";
    this.#parameters = parameters;
    this.#unknown = unknown;
    this.#json = new PayloadJson(path, parameters);
  }

  text(needle?: Needle): string {
    const cut = `(${this.#isContainer} OR ${this.#isCut} OR ${this.#isBelowCut})`;
    const parse = needle && this.#isWhole ? `(${cut} AND ${this.#mayHold(needle)})` : cut;
    return this.#either(this.#leafText, "''", cut, parse, () => this.#json.text);
  }

  shortText(): string {
    return this.#either(this.#leafText, "''", this.#isBelowCut, this.#isBelowCut, () =>
      shortTextSql(this.#json.text),
    );
  }

  is(text: string): string {
    if (this.#named.length < this.#path.steps.length)
      return `(${this.shortText()} = ${this.#text(text)})`;
    const isCut = `(${this.#isBelowCut} AND ${this.#at} = 0)`;
    this.#unknown.add(isCut);
    const leaf = `${entry(this.#pointer)}s${text}${separator}`;
    const isLeaf = `position(${this.#leaves}, ${this.#text(leaf)}) > 0`;
    if (!this.#isWhole) return `(${isLeaf})`;
    const payload = `${shortTextSql(this.#json.text)} = ${this.#text(text)}`;
    return `(${isLeaf} OR (${isCut} AND ${payload}))`;
  }

  exists(): string {
    const isOther = `(${this.#isContainer} OR ${this.#isCutValue})`;
    const cut = `(NOT ${isOther} AND ${this.#isBelowCut})`;
    return this.#either(`(${this.#tag} != 'z')`, isOther, cut, cut, () => this.#json.exists);
  }

  size(): string {
    const cut = `(${this.#isContainer} OR ${this.#isCut} OR ${this.#isBelowCut})`;
    const leafSize =
      `multiIf(${this.#tag} = 's', toNullable(lengthUTF8(${this.#leafText})), ` +
      `${this.#tag} = 'e', 0, NULL)`;
    return this.#either(leafSize, "NULL", cut, cut, () => this.#json.size);
  }

  /** SQL for a value: of a leaf, of an absent leaf, or, if `parse` holds, from the payload. */
  #either(
    leaf: string,
    absent: string,
    unknown: string,
    parse: string,
    payload: () => string,
  ): string {
    const isLeaf = `(${this.#at} > 0)`;
    // First what reads the smaller column, of what is cut.
    this.#unknown.add(`(${unknown} AND ${this.#at} = 0)`);
    if (!this.#isWhole) return `if(${isLeaf}, ${leaf}, ${absent})`;
    return `multiIf(${isLeaf}, ${leaf}, ${parse}, ${payload()}, ${absent})`;
  }

  get #leaves(): string {
    return `${this.#path.root}_leaves`;
  }

  /** The place of the leaf; 0 if there is none. */
  get #at(): string {
    if (this.#named.length < this.#path.steps.length) return "0";
    return `position(${this.#leaves}, ${this.#text(entry(this.#pointer))})`;
  }

  /** The place of the leaf's tag. */
  get #tagAt(): string {
    return `${this.#at} + ${Buffer.byteLength(entry(this.#pointer))}`;
  }

  get #tag(): string {
    return `substring(${this.#leaves}, ${this.#tagAt}, 1)`;
  }

  get #leafText(): string {
    const end = `position(${this.#leaves}, '\\x7f', ${this.#tagAt})`;
    return `substring(${this.#leaves}, ${this.#tagAt} + 1, ${end} - (${this.#tagAt}) - 1)`;
  }

  /** Whether something below it is a leaf or cut, so that it is a list or a map with entries. */
  get #isContainer(): string {
    if (this.#named.length < this.#path.steps.length) return "false";
    const { root } = this.#path;
    const leaves = this.#text(`${separator}${this.#pointer}/`);
    const cut = this.#text(`${separator}${root}${this.#pointer}/`);
    return `(position(${this.#leaves}, ${leaves}) > 0 OR position(cut, ${cut}) > 0)`;
  }

  /** Whether it is cut itself. */
  get #isCut(): string {
    if (this.#named.length < this.#path.steps.length) return "false";
    return `(position(cut, ${this.#text(entry(this.#path.root + this.#pointer))}) > 0)`;
  }

  /** Whether it is cut itself and so cannot be missing or null. Old rows list payloads they lack. */
  get #isCutValue(): string {
    return this.#path.steps.length > 0 ? this.#isCut : `(${this.#isCut} AND cut != ${oldCutSql})`;
  }

  /** Whether it may be in a value that is cut; then the leaves tell nothing about it. */
  get #isBelowCut(): string {
    const { root, steps } = this.#path;
    if (steps.length === 0) return `(cut = ${oldCutSql})`;
    const around = this.#named.length < steps.length ? this.#named : steps.slice(0, -1);
    const entries = [root, ...around.map((_, i) => root + pointerOf(around.slice(0, i + 1)))];
    return `multiSearchAny(cut, ${this.#list(entries.map(entry))})`;
  }

  near(needle: Needle): string {
    const { root } = this.#path;
    const run = needle.ignoresCase ? asciiRunOf(needle.fragment) : "";
    // Comparing bytes of ASCII takes a third of the time of folding the whole payload.
    if (run.length < leastRun) return this.#mayHold(needle);
    return `(cut = ${oldCutSql} OR positionCaseInsensitive(${root}, ${this.#text(run)}) > 0)`;
  }

  /** Whether the payload may hold a text. Old rows may spell it with other escapes. */
  #mayHold({ fragment, run, ignoresCase }: Needle): string {
    const { root } = this.#path;
    const text = ignoresCase ? foldedSql(root, (run ?? fragment).includes("σ")) : root;
    const has = (part: string): string => `position(${text}, ${this.#text(part)}) > 0`;
    const hasEscape = `multiSearchAny(${root}, ['\\\\u', '\\\\b', '\\\\f'])`;
    const found = run ? `${has(run)} OR (${has(fragment)} AND ${hasEscape})` : has(fragment);
    return `(cut = ${oldCutSql} OR ${found})`;
  }

  /** The steps whose pointer can be in a column: no entry contains a separator. */
  get #named(): readonly string[] {
    const { steps } = this.#path;
    const odd = steps.findIndex((step) => step.includes(separator));
    return odd === -1 ? steps : steps.slice(0, odd);
  }

  get #pointer(): string {
    return pointerOf(this.#path.steps);
  }

  #text(value: string): string {
    return this.#once(`text:${value}`, () => this.#parameters.add(value, "String"));
  }

  #list(values: readonly string[]): string {
    return this.#once(`list:${values.join("")}`, () =>
      this.#parameters.add(values, "Array(String)"),
    );
  }

  #once(key: string, make: () => string): string {
    const made = this.#sql.get(key) ?? make();
    this.#sql.set(key, made);
    return made;
  }
}

const leastRun = 3;

/**
 * The longest part of a folded text that only letters of ASCII and their other case fold to: the
 * Kelvin sign folds to `k`, and `İ` begins with an `i`.
 */
function asciiRunOf(folded: string): string {
  const runs = folded.split(/[ik\u0080-\uffff]/);
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), "");
}

function entry(text: string): string {
  return separator + text + separator;
}

/** The JSON pointer of these steps (RFC 6901). */
function pointerOf(steps: readonly string[]): string {
  return steps.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
