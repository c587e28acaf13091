/** Hands out the object it is given, so that the private fields of a subclass land on that. */
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
  readonly #members: (string | number)[] = [];
  readonly #texts: string[] = [];

  static find(owner: object, member: string | number): string | undefined {
    if (!(#members in owner)) return undefined;
    const members = owner.#members;
    // Items of an array are kept in order: each is where its index says.
    const at =
      typeof member === "number" && members[member] === member ? member : members.indexOf(member);
    return owner.#texts[at];
  }

  static keep(owner: object, member: string | number, text: string): void {
    const texts = #members in owner ? owner : (new RawTexts(owner) as RawTexts);
    texts.#members.push(member);
    texts.#texts.push(text);
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

/** Remembers the original text of one member of a parsed object; once for each member. */
export function keepRawText(owner: object, member: string | number, text: string): void {
  RawTexts.keep(owner, member, text);
}

/** Stands for JSON text inside a value that is going to be serialised. */
class StoredJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** For whoever logs or copies the value with `JSON.stringify`; `serialise` takes the text. */
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
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (value instanceof StoredJson) return value.text;
  if (Array.isArray(value)) return writeArray(value);
  if ("toJSON" in value && typeof value.toJSON === "function") return write(value.toJSON());
  return writeObject(value as Record<string, unknown>);
}

function writeArray(items: readonly unknown[]): string {
  let text = "[";
  for (let i = 0; i < items.length; i++) {
    if (i > 0) text += ",";
    text += write(items[i]) ?? "null";
  }
  return `${text}]`;
}

function writeObject(value: Record<string, unknown>): string {
  let text = "{";
  for (const key of Object.keys(value)) {
    const member = write(value[key]);
    if (member === undefined) continue;
    if (text.length > 1) text += ",";
    text += `${JSON.stringify(key)}:${member}`;
  }
  return `${text}}`;
}
