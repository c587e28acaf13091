import { members } from "./pointer.ts";
import type { Place, SourceFile } from "./source-file.ts";

/** The offset of an object or array in its file, and the offsets of its members. */
export interface Position {
  readonly source: SourceFile;
  readonly start: number;
  /** Offsets of the members' names, or of the items. */
  readonly members: ReadonlyMap<string, number> | readonly number[];
}

/**
 * The places of a parsed document, by object identity. So they stay correct when objects are moved,
 * and a new object gets the place of its original.
 */
export class Positions {
  readonly #positions = new WeakMap<object, Position>();

  set(container: object, position: Position): void {
    this.#positions.set(container, position);
  }

  /** Gives `made` the place of `origin`. */
  inherit(made: object, origin: object): void {
    const position = this.#positions.get(origin);
    if (position !== undefined) this.#positions.set(made, position);
  }

  /** The place of an object or array, or of one of its members. */
  placeOf(container: object, member?: string): Place | undefined {
    const position = this.#positions.get(container);
    if (position === undefined) return undefined;
    const offset = member === undefined ? position.start : memberOffset(position, member);
    return offset === undefined ? undefined : position.source.placeAt(offset);
  }

  /** The place of the target of a pointer, or of the nearest object around it that has a place. */
  locate(root: unknown, pointer: string): Place | undefined {
    let place: Place | undefined;
    let current = root;
    if (isContainer(current)) place = this.placeOf(current);
    for (const member of members(pointer)) {
      if (!isContainer(current)) break;
      const next: unknown = Object.hasOwn(current, member)
        ? (current as Record<string, unknown>)[member]
        : undefined;
      const own = isContainer(next) ? this.placeOf(next) : undefined;
      place = this.placeOf(current, member) ?? own ?? place;
      current = next;
    }
    return place;
  }
}

function memberOffset({ members: offsets }: Position, member: string): number | undefined {
  return "get" in offsets ? offsets.get(member) : offsets[Number(member)];
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
