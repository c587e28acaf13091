import { int64Of as parseInt64 } from "./read/int64.ts";

/**
 * Returns the given object from its constructor: private fields of a subclass land on that object.
 */
// oxlint-disable-next-line no-extraneous-class -- a constructor is the only way to place a private field
class Given {
  constructor(owner: object) {
    return owner;
  }
}

/**
 * The original texts of some members, kept on the parsed object itself in private fields.
 *
 * Private fields are found as fast as a property, and nothing else sees them: they are not copied,
 * compared, listed or serialised with the object. (Defined properties cost ten times as much, which
 * was a fifth of reading a batch.)
 */
class RawTexts extends Given {
  /** A member and its text in turns: one list, since a batch has thousands of owners. */
  readonly #kept: (string | number)[] = [];

  static find(owner: object, member: string | number): string | undefined {
    if (!(#kept in owner)) return undefined;
    const kept = owner.#kept;
    // Items of an array are kept in order: each is where its index says.
    const guess = typeof member === "number" ? 2 * member : 0;
    if (kept[guess] === member) return kept[guess + 1] as string;
    for (let at = 0; at < kept.length; at += 2) {
      if (kept[at] === member) return kept[at + 1] as string;
    }
    return undefined;
  }

  static keep(owner: object, member: string | number, text: string): void {
    const texts = #kept in owner ? owner : new RawTexts(owner);
    texts.#kept.push(member, text);
  }
}

/**
 * The text of a member marked `x-raw-json`, exactly as it stood in the request body.
 *
 * `owner` is the parsed object (or array) that has the member, as the handler was given it and not a
 * copy. `undefined` where the member was absent or is not marked.
 *
 * @example
 * rawText(start, "inputs"); // '{"x": 1.0}'
 * rawText(table.rows, 0);
 */
export function rawText(owner: object, member: string | number): string | undefined {
  return RawTexts.find(owner, member);
}

/**
 * A member with `format: int64`, exactly; the parsed value of one beyond 2^53 is only near it.
 *
 * `undefined` where the member was absent, null or is not marked.
 *
 * @example
 * int64Of(body, "seed"); // 9223372036854775807n
 */
export function int64Of(owner: object, member: string | number): bigint | undefined {
  const text = rawText(owner, member);
  return text === undefined ? undefined : parseInt64(text);
}

/** Remembers the original text of one member of a parsed object; once for each member. */
export function keepRawText(owner: object, member: string | number, text: string): void {
  RawTexts.keep(owner, member, text);
}

/** Stands for JSON text inside a value that is going to be serialised. */
export class StoredJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** For logs and copies made with `JSON.stringify`; `serialise` takes the text. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/**
 * Puts stored JSON text into an answer: it is sent as it is, neither parsed nor written again.
 *
 * The marker is opaque and has the type of the member it stands for. The text must be valid JSON.
 *
 * @example
 * reply(200, { call: { ...call, inputs: json(row.inputs) } });
 */
// oxlint-disable-next-line no-unnecessary-type-parameters -- the text stands for a value of type T
export function json<T>(text: string): T {
  return new StoredJson(text) as T;
}

/**
 * JSON text of a value, with stored texts (`json(text)`) spliced in; `undefined` members are left
 * out. Like `JSON.stringify`, and as raw UTF-8: nothing but what JSON requires is escaped.
 */
export function serialise(value: unknown): string {
  return write(value) ?? "null";
}

function write(value: unknown): string | undefined {
  switch (typeof value) {
    case "string":
      return quoted(value);
    case "number":
      return Number.isFinite(value) ? String(value) : "null";
    case "boolean":
      return value ? "true" : "false";
    case "object":
      return value === null ? "null" : writeObject(value);
    default:
      // `undefined` for values that JSON cannot express; a `TypeError` for a bigint.
      return JSON.stringify(value);
  }
}

function writeObject(value: object): string | undefined {
  if (value instanceof StoredJson) return value.text;
  if (Array.isArray(value)) return writeItems(value);
  if ("toJSON" in value && typeof value.toJSON === "function") return write(value.toJSON());
  return writeMembers(value as Readonly<Record<string, unknown>>);
}

function writeItems(items: readonly unknown[]): string {
  let text = "[";
  for (let i = 0; i < items.length; i++) {
    if (i > 0) text += ",";
    text += write(items[i]) ?? "null";
  }
  return `${text}]`;
}

function writeMembers(value: Readonly<Record<string, unknown>>): string {
  let text = "";
  for (const key of Object.keys(value)) {
    const member = write(value[key]);
    if (member === undefined) continue;
    text += text === "" ? "{" : ",";
    text += `${quoted(key)}:${member}`;
  }
  return text === "" ? "{}" : `${text}}`;
}

/** Letters, digits and the signs of names, ids and times. None of them needs an escape. */
const plain = /^[\w :/.+-]*$/;

/**
 * Quotes a text. For short plain texts, as keys and ids are, this beats the engine's own function.
 */
export function quoted(text: string): string {
  return text.length < 64 && plain.test(text) ? `"${text}"` : JSON.stringify(text);
}
