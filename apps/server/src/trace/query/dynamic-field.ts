import { foldCase } from "./case-folding.ts";

/** A text that the JSON text of a matching payload must contain. */
export interface Needle {
  readonly fragment: string;
  /** More text before the fragment, which only a payload with escapes may spell in another way. */
  readonly run?: string;
  /** Whether the payload may have it in another case; then the fragment is folded. */
  readonly ignoresCase: boolean;
}

/** A condition of a query on one value. */
export interface ValueTest {
  /** The same for equal conditions. */
  readonly name: () => string;
  /** Whether it compares the value itself with literals other than null. */
  readonly isDirect: boolean;
  /** Whether it is such a comparison, and never true of a missing value. */
  readonly needsValue: boolean;
  /** The condition on a value, as SQL. */
  readonly of: (value: DynamicField) => string;
}

/**
 * A value in a payload, as SQL. Its text is never null: a missing value and null are the empty text,
 * booleans `true` and `false`, numbers have their shortest form, and lists and maps are JSON.
 */
export interface DynamicField {
  readonly type: "dynamic";
  /** Its text; where the payload does not contain `needle`, it may be empty instead. */
  text(needle?: Needle): string;
  /**
   * Its text, but empty for a text of more than {@link shortTextBytes}, and possibly empty for one
   * with U+007F and for a list or map. So it is cheaper.
   */
  shortText(): string;
  /** Whether its text is this one, if there is a cheaper way than to compare; see {@link isPlainText}. */
  is?(text: string): string;
  /** The first characters of its text, if there is a cheaper way than to cut the text. */
  leadingText?(characters: number): string;
  /**
   * A condition that holds wherever its text contains the needle, and that reads no more than the
   * payload's text; absent if there is none.
   */
  near?(needle: Needle): string;
  /** Whether it is present and not null. */
  exists(): string;
  /** The entries of a list or map, or the characters of a string; null for other values. */
  size(): string;
  /** The truth of a condition on it, or null, if the field has an own way to test it. */
  test?(condition: ValueTest): string | undefined;
}

/** UTF-8 bytes of texts that {@link DynamicField.shortText} always gives. */
export const shortTextBytes = 128;

/** SQL for a text that is empty if it is longer. */
export function shortTextSql(sql: string): string {
  // `\C` is a byte.
  return `extract(${sql}, '^\\\\C{0,${shortTextBytes}}$')`;
}

/** Whether {@link DynamicField.shortText} equals this text exactly where the full text does. */
export function isShortText(text: string): boolean {
  return (
    text !== "" &&
    !/^[[{]/.test(text) &&
    !text.includes("\u007f") &&
    Buffer.byteLength(text) <= shortTextBytes
  );
}

/** Whether only a string has this text, and one that {@link DynamicField.shortText} gives. */
export function isPlainText(text: string): boolean {
  return isShortText(text) && !mayBeNumber.test(text) && text !== "true" && text !== "false";
}

const minFragment = 3;
/**
 * Runs of characters that JSON text holds as they are. U+FFFD may stand for half a character.
 */
// oxlint-disable-next-line no-control-regex -- JSON text escapes them.
const plainRuns = /[^"\\[\]{},:\u0000-\u001f\u007f\u2028\u2029\ufffd]+/g;
/**
 * The rest of an escape. The engine prints others than the payload has: `\u001B` for `\u001b`,
 * `\u2028` for the character.
 */
const restOfEscape = /^u?[0-9a-f]{0,4}/i;
const mayBeNumber = /^[-+.0-9eE]*$/;

/**
 * A part of a text that a payload contains if a value in it contains the text, however the payload
 * spells its numbers and escapes; undefined if there is no such part.
 */
export function needleOf(text: string, ignoresCase: boolean): Needle | undefined {
  let fragment = "";
  let whole = "";
  for (const { 0: run, index } of text.matchAll(plainRuns)) {
    const mayBeginInEscape = index === 0 || text[index - 1] === "\\";
    const certain = mayBeginInEscape ? run.replace(restOfEscape, "") : run;
    if (certain.length <= fragment.length || mayBeNumber.test(certain)) continue;
    fragment = certain;
    whole = run;
  }
  if (fragment.length < minFragment) return undefined;
  const [part, run] = ignoresCase ? [foldCase(fragment), foldCase(whole)] : [fragment, whole];
  return { fragment: part, ...(run !== part && { run }), ignoresCase };
}
