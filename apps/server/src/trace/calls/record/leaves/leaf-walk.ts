import { backslash, quote } from "../../../json-text/characters.ts";
import { leafBounds, separator } from "./leaf-bounds.ts";
import { doubleText, numberText } from "./number-text.ts";
import { oddNumberOf } from "./read-payload.ts";

/** An object or an array with entries. */
interface Container {
  readonly value: object;
  readonly pointer: string;
  readonly pointerBytes: number;
  readonly level: number;
  readonly parent: Container | undefined;
  /** Whether a leaf below it is kept. */
  hasLeaf: boolean;
  /** Whether an entry of it is missing that is not in `cut`. */
  isIncomplete: boolean;
  /** Pointers of entries that are cut. */
  cut: string[] | undefined;
  /** Whether `cut` lists it, or a container around it. */
  isCovered: boolean;
}

/**
 * Collects the leaves of one payload, those of outer containers first, and lists what it leaves
 * out.
 */
export class LeafWalk {
  /** The kept leaves: pointers and tagged values, each after a separator. */
  leaves = "";
  /** Whether a text of this walk has characters that a JSON string must escape. */
  mustEscape = false;
  readonly #skipped: string | undefined;
  readonly #containers: Container[] = [];
  #count = 0;
  #bytes = 1;
  #isFull = false;
  #isRootCut = false;

  /** `skipped` is the pointer of a member of the root that is always cut. */
  constructor(value: unknown, skipped: string | undefined) {
    this.#skipped = skipped;
    this.#entry(value, "", 0, 0, undefined);
    // Entries are appended while the list is read.
    for (const container of this.#containers) this.#open(container);
    if (this.leaves !== "") this.leaves += separator;
  }

  /** The pointers that are cut; see {@link leafBounds}. */
  cut(): readonly string[] {
    if (this.#isRootCut) return [""];
    const pointers: string[] = [];
    for (const container of this.#containers) {
      const { parent, pointer, hasLeaf, isIncomplete, cut } = container;
      if (parent?.isCovered === true) {
        container.isCovered = true;
      } else if (isIncomplete || (!hasLeaf && parent !== undefined)) {
        // Readers notice a container by a leaf below it.
        container.isCovered = true;
        pointers.push(pointer);
      } else if (cut !== undefined) {
        pointers.push(...cut);
      }
      if (pointers.length > leafBounds.cutEntries) return [""];
    }
    return pointers;
  }

  /** Looks at the entries of a container until the leaves are full. */
  #open(container: Container): void {
    const { value, level } = container;
    if (this.#isFull || level === leafBounds.levels) {
      container.isIncomplete = true;
    } else if (Array.isArray(value)) {
      const length = Math.min(value.length, leafBounds.items);
      container.isIncomplete = length < value.length;
      for (let index = 0; index < length && !this.#isFull; index += 1) {
        this.#step(container, String(index), value[index]);
      }
    } else {
      for (const name in value) {
        this.#step(container, name, (value as Readonly<Record<string, unknown>>)[name]);
        if (this.#isFull) break;
      }
    }
  }

  #step(container: Container, name: string, value: unknown): void {
    const nameBytes = name.length > leafBounds.pointerBytes ? -1 : this.#bytesOf(name);
    const token = name.includes("~") || name.includes("/") ? escaped(name) : name;
    const bytes = container.pointerBytes + 1 + nameBytes + token.length - name.length;
    if (nameBytes === -1 || bytes > leafBounds.pointerBytes) {
      container.isIncomplete = true;
      return;
    }
    const pointer = `${container.pointer}/${token}`;
    if (pointer === this.#skipped) (container.cut ??= []).push(pointer);
    else this.#entry(value, pointer, bytes, container.level + 1, container);
  }

  #entry(
    value: unknown,
    pointer: string,
    pointerBytes: number,
    level: number,
    parent: Container | undefined,
  ): void {
    switch (typeof value) {
      case "string":
        this.#string(value, pointer, pointerBytes, parent);
        break;
      case "number":
        this.#keep(`n${doubleText(value)}`, pointer, pointerBytes, parent);
        break;
      case "boolean":
        this.#keep(value ? "btrue" : "bfalse", pointer, pointerBytes, parent);
        break;
      default:
        if (value === null || typeof value !== "object") {
          this.#keep("z", pointer, pointerBytes, parent);
        } else if (isEmpty(value)) {
          this.#keep(Array.isArray(value) ? "e[]" : "e{}", pointer, pointerBytes, parent);
        } else if (this.#containers.length < leafBounds.containers) {
          this.#containers.push({
            value,
            pointer,
            pointerBytes,
            level,
            parent,
            hasLeaf: false,
            isIncomplete: false,
            cut: undefined,
            isCovered: false,
          });
        } else if (parent !== undefined) {
          parent.isIncomplete = true;
        }
    }
  }

  #string(
    text: string,
    pointer: string,
    pointerBytes: number,
    parent: Container | undefined,
  ): void {
    const source = oddNumberOf(text);
    if (source !== undefined) {
      this.#keep(`n${numberText(source)}`, pointer, pointerBytes, parent);
      return;
    }
    const bytes = text.length > leafBounds.stringBytes ? -1 : this.#bytesOf(text);
    if (bytes !== -1 && bytes <= leafBounds.stringBytes) {
      this.#keep(`s${text}`, pointer, pointerBytes, parent, bytes + 1);
    } else if (parent === undefined) {
      this.#isRootCut = true;
    } else {
      const cut = (parent.cut ??= []);
      if (cut.length <= leafBounds.cutEntries) cut.push(pointer);
    }
  }

  /** Keeps a leaf if there is room; `bytes` are those of its value. */
  #keep(
    value: string,
    pointer: string,
    pointerBytes: number,
    parent: Container | undefined,
    bytes: number = value.length,
  ): void {
    const after = this.#bytes + pointerBytes + bytes + 2;
    if (this.#count === leafBounds.leaves || after > leafBounds.bytes) {
      this.#isFull = true;
      if (parent !== undefined) parent.isIncomplete = true;
      return;
    }
    this.#count += 1;
    this.#bytes = after;
    this.leaves += separator + pointer + separator + value;
    for (let outer = parent; outer?.hasLeaf === false; outer = outer.parent) outer.hasLeaf = true;
  }

  /** The UTF-8 bytes of a short text; -1 if it contains the separator. */
  #bytesOf(text: string): number {
    let bytes = text.length;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code < 0x7f) {
        if (code < 0x20 || code === quote || code === backslash) this.mustEscape = true;
      } else if (code === 0x7f) {
        return -1;
      } else if (code >= 0x80) {
        // Both halves of a surrogate pair together have four bytes.
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

/** A name as a step of a JSON pointer (RFC 6901). */
function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
