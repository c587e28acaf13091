import { backslash, quote, slash } from "../../../json-text/characters.ts";
import { leafBounds, separator } from "./leaf-bounds.ts";
import { doubleText, numberText } from "./number-text.ts";
import { oddNumberOf } from "./read-payload.ts";
import { Survey } from "./survey.ts";

const tilde = 0x7e;

/** An object or an array with entries. */
interface Container {
  readonly value: object;
  readonly pointer: string;
  readonly pointerBytes: number;
  readonly level: number;
  readonly parent: Container | undefined;
  /** Whether `cut` lists it, or a container around it. */
  isCut: boolean;
}

/** Collects the leaves of one payload, those of outer containers first, and lists all others. */
export class LeafWalk {
  /** Pointers and tagged values of the kept leaves, with separators around them. */
  readonly leaves: string;
  /** Pointers of values that are not kept, and of containers of which something is not kept. */
  cut: string[] = [];
  /** Whether these texts may have characters that a JSON string must escape. */
  mustEscape = false;
  /** What it saw of the value. */
  readonly survey: Survey = new Survey();
  /** Whether it saw the whole value. */
  isWhole = true;
  readonly #skipped: string | undefined;
  /** Pieces of `leaves`: joined once, since a text that grows leaves much garbage. */
  readonly #pieces: string[] = [];
  readonly #containers: Container[] = [];
  #count = 0;
  #bytes = separator.length;
  #isFull = false;
  /** Whether the text that was measured last is a step of a pointer as it is. */
  #isToken = true;

  /** `skipped` is the name of an outer member that is cut if it is a container. */
  constructor(value: unknown, skipped: string | undefined) {
    this.#skipped = skipped;
    this.#entry(value, undefined, "", 0);
    // Containers are appended while the list is read.
    for (const container of this.#containers) this.#open(container);
    if (this.#pieces.length > 0) this.#pieces.push(separator);
    this.leaves = this.#pieces.join("");
    if (this.cut.length > leafBounds.cutEntries) this.cut = [""];
  }

  /** Keeps the entries of a container until the leaves are full. */
  #open(container: Container): void {
    const { value, pointer, parent } = container;
    const listed = this.cut.length;
    const isInCut = parent?.isCut === true;
    container.isCut = isInCut;
    if (this.#isFull || container.level === leafBounds.levels) {
      container.isCut = true;
    } else if (Array.isArray(value)) {
      const length = Math.min(value.length, leafBounds.items);
      if (length < value.length) container.isCut = true;
      for (let index = 0; index < length && !this.#isFull; index += 1) {
        this.#step(container, String(index), value[index]);
      }
    } else {
      for (const name in value) {
        this.survey.members += 1;
        this.#step(container, name, (value as Readonly<Record<string, unknown>>)[name]);
        if (this.#isFull) break;
      }
    }
    if (!container.isCut || isInCut) return;
    this.isWhole = false;
    this.cut.length = listed;
    this.cut.push(pointer);
  }

  #step(container: Container, name: string, value: unknown): void {
    const bytes = name.length > leafBounds.pointerBytes ? -1 : this.#bytesOf(name);
    const token = this.#isToken ? name : escaped(name);
    const pointerBytes = container.pointerBytes + 1 + bytes + token.length - name.length;
    if (bytes === -1 || pointerBytes > leafBounds.pointerBytes) container.isCut = true;
    else this.#entry(value, container, token, pointerBytes);
  }

  /** A value at a step of the container around it; `bytes` are those of its pointer. */
  #entry(value: unknown, around: Container | undefined, token: string, bytes: number): void {
    if (typeof value === "string") {
      this.#string(value, around, token, bytes);
    } else if (typeof value === "number") {
      this.survey.visit(value);
      this.#keep("n", doubleText(value), around, token, bytes);
    } else if (typeof value === "boolean") {
      this.#keep("b", value ? "true" : "false", around, token, bytes);
    } else if (typeof value !== "object" || value === null) {
      this.#keep("z", "", around, token, bytes);
    } else if (isEmpty(value)) {
      this.#keep("e", Array.isArray(value) ? "[]" : "{}", around, token, bytes);
    } else if (token === this.#skipped && around?.level === 0) {
      this.survey.visit(value);
      this.#list(around, token);
    } else {
      this.#container(value, around, token, bytes);
    }
  }

  #container(value: object, parent: Container | undefined, token: string, bytes: number): void {
    if (this.#containers.length < leafBounds.containers) {
      const level = parent === undefined ? 0 : parent.level + 1;
      const pointer = pointerTo(parent, token);
      this.#containers.push({ value, pointer, pointerBytes: bytes, level, parent, isCut: false });
    } else if (parent !== undefined) {
      parent.isCut = true;
    }
  }

  #string(text: string, around: Container | undefined, token: string, pointerBytes: number): void {
    const source = oddNumberOf(text);
    if (source !== undefined) {
      this.#keep("n", numberText(source), around, token, pointerBytes);
      return;
    }
    const bytes = text.length > leafBounds.stringBytes ? -1 : this.#bytesOf(text);
    if (bytes === -1 || bytes > leafBounds.stringBytes) this.#list(around, token);
    else this.#keep("s", text, around, token, pointerBytes, bytes);
  }

  #list(around: Container | undefined, token: string): void {
    if (around?.isCut === true || this.cut.length > leafBounds.cutEntries) return;
    this.cut.push(pointerTo(around, token));
  }

  /** Keeps a leaf with its tag if there is room. */
  #keep(
    tag: string,
    value: string,
    around: Container | undefined,
    token: string,
    pointerBytes: number,
    valueBytes: number = value.length,
  ): void {
    const bytes = this.#bytes + pointerBytes + tag.length + valueBytes + 2 * separator.length;
    if (this.#count === leafBounds.leaves || bytes > leafBounds.bytes) {
      this.#isFull = true;
      if (around !== undefined) around.isCut = true;
      return;
    }
    this.#count += 1;
    this.#bytes = bytes;
    if (around === undefined) this.#pieces.push(separator, separator, tag, value);
    else this.#pieces.push(separator, around.pointer, "/", token, separator, tag, value);
  }

  /** The UTF-8 bytes of a short text; -1 if it contains the separator. */
  #bytesOf(text: string): number {
    let bytes = text.length;
    this.#isToken = true;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code < 0x7f) {
        if (code < 0x20 || code === quote || code === backslash) this.mustEscape = true;
        else if (code === slash || code === tilde) this.#isToken = false;
      } else if (code === 0x7f) {
        return -1;
      } else if (code >= 0x80) {
        // The two halves of a surrogate pair have four bytes together.
        bytes += code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 1 : 2;
      }
    }
    return bytes;
  }
}

function isEmpty(container: object): boolean {
  if (Array.isArray(container)) return container.length === 0;
  for (const _ in container) return false;
  return true;
}

function pointerTo(around: Container | undefined, token: string): string {
  return around === undefined ? "" : `${around.pointer}/${token}`;
}

/** A name as a step of a JSON pointer (RFC 6901). */
function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
