import { quoted, serialise, StoredJson } from "./raw-json.ts";

/** Characters in one piece. */
const pieceLength = 64 * 1024;

type Members = Readonly<Record<string, unknown>>;

/** Whether a value's text is longer than one piece; found out without writing it. */
export function isLong(value: unknown): boolean {
  return lengthUpTo(value, pieceLength) > pieceLength;
}

/**
 * The text of `serialise` in pieces. Each is made on demand, so that a value with long texts is not
 * held twice. A piece has 64 Ki characters or a little more, and ends with a whole character.
 */
export function* serialiseInPieces(value: unknown): Generator<string, void> {
  let waiting = "";
  for (const text of texts(value)) {
    if (text.length <= pieceLength) {
      waiting += text;
      if (waiting.length < pieceLength) continue;
    }
    // Not joined to a long text: joining would copy it.
    if (waiting !== "") yield waiting;
    waiting = "";
    if (text.length > pieceLength) yield* slices(text);
  }
  if (waiting !== "") yield waiting;
}

function* slices(text: string): Generator<string, void> {
  for (let from = 0; from < text.length;) {
    let to = Math.min(from + pieceLength, text.length);
    // Half a surrogate pair cannot be encoded as UTF-8.
    const isHalf = (text.charCodeAt(to - 1) & 0xfc00) === 0xd800;
    if (isHalf && to < text.length) to++;
    yield text.slice(from, to);
    from = to;
  }
}

/** The texts that make up a value's text. Long strings and long stored JSON come on their own. */
function* texts(value: unknown): Generator<string, void> {
  if (typeof value !== "object" || value === null || !isLong(value)) yield serialise(value);
  else if (value instanceof StoredJson) yield value.text;
  else if (Array.isArray(value)) yield* itemTexts(value);
  else yield* memberTexts(value as Members);
}

function* itemTexts(items: readonly unknown[]): Generator<string, void> {
  let separator = "[";
  for (let i = 0; i < items.length; i++) {
    yield separator;
    yield* texts(items[i]);
    separator = ",";
  }
  yield "]";
}

function* memberTexts(value: Members): Generator<string, void> {
  let separator = "{";
  for (const key of Object.keys(value)) {
    const member = value[key];
    // JSON leaves out members with such values.
    if (["undefined", "function", "symbol"].includes(typeof member)) continue;
    yield `${separator}${quoted(key)}:`;
    yield* texts(member);
    separator = ",";
  }
  yield "}";
}

/** About the length of a value's text. It stops counting at `most`. */
function lengthUpTo(value: unknown, most: number): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return 4;
  if (value instanceof StoredJson) return value.text.length;
  let length = 2;
  const isList = Array.isArray(value);
  for (const key of isList ? value.keys() : Object.keys(value)) {
    if (length > most) break;
    if (!isList) length += (key as string).length + 4;
    length += lengthUpTo((value as Members)[key], most - length) + 1;
  }
  return length;
}
