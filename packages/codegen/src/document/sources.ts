import { dirname, relative, resolve } from "node:path";
import { isReference } from "./is-reference.ts";
import { at, members } from "./pointer.ts";
import type { Positions } from "./positions.ts";
import { readSource, UnreadableFile } from "./read-source.ts";
import type { ReadSource } from "./read-source.ts";
import type { Place, SourceFile } from "./source-file.ts";
import { SpecError } from "./spec-error.ts";
import { anchorsIn, hasMember, keyOf, memberOf } from "./spot.ts";
import type { Spot } from "./spot.ts";

/** Options for reading the files of a document. */
export interface SourcesOptions {
  /** The folder that file names in errors are relative to. */
  readonly cwd: string;
  readonly positions: Positions;
  /** Receives every path before it is read, also of files that do not exist. */
  readonly onFile?: ((path: string) => void) | undefined;
}

/**
 * The files of one document, each read once, and the references between them.
 *
 * Files are read one after the other, because reading waits for the disk: a few thousand small
 * files take less time, and fewer open files, than all at once.
 */
export class Sources {
  readonly #options: SourcesOptions;
  readonly #files = new Map<string, ReadSource | SpecError | UnreadableFile>();
  readonly #anchors = new Map<string, ReadonlyMap<string, readonly Spot[]>>();

  #entry: ReadSource | undefined;
  /** The depth of nested references that are being followed now. */
  #steps = 0;

  constructor(options: SourcesOptions) {
    this.#options = options;
  }

  /** Reads the entry of a document. Throws `SpecError`. */
  entry(path: string): Spot {
    try {
      this.#entry = this.#read(resolve(this.#options.cwd, path));
      return { ...this.#entry, pointer: "#" };
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      throw new SpecError("", `${this.#name(path)} ${error.message}`);
    }
  }

  /** Adds a file that is not on the disk. */
  given(source: SourceFile, value: unknown): Spot {
    this.#files.set(source.path, { source, value });
    return { source, pointer: "#", value };
  }

  /**
   * The target of a reference after one step. Throws `SpecError` with the place of the reference.
   */
  follow(ref: string, from: Spot): Spot {
    const hash = ref.indexOf("#");
    const file = hash === -1 ? ref : ref.slice(0, hash);
    const fragment = hash === -1 ? "" : ref.slice(hash + 1);
    const read = file === "" ? this.#read(from.source.path) : this.#refersTo(file, ref, from);
    const root: Spot = { source: read.source, pointer: "#", value: read.value };
    if (fragment === "") return root;
    if (!fragment.startsWith("/")) return this.#anchor(fragment, root, ref, from);
    return this.#walk(this.#decoded(fragment, ref, from), root, ref, from);
  }

  /** The objects around a spot, from the whole file down to the spot itself. */
  around(spot: Spot): readonly Spot[] {
    const { source, value } = this.#read(spot.source.path);
    const spots: Spot[] = [{ source, pointer: "#", value }];
    for (const name of members(spot.pointer)) {
      const next = memberOf(spots.at(-1) ?? spot, name);
      if (next === undefined) break;
      spots.push(next);
    }
    return spots;
  }

  /** Follows references without other members to their final target. */
  settle(spot: Spot): Spot {
    const seen = new Set<string>();
    let current = spot;
    while (isReference(current.value) && Object.keys(current.value).length === 1) {
      const key = keyOf(current);
      if (seen.has(key)) {
        throw this.fault(current, `${current.value.$ref} leads back to itself`);
      }
      seen.add(key);
      current = this.follow(current.value.$ref, current);
    }
    return current;
  }

  /** An error at a reference or at any other spot. */
  fault(spot: Spot, problem: string): SpecError {
    return new SpecError(spot.pointer, problem, this.placeOf(spot));
  }

  placeOf({ source, pointer, value }: Spot): Place | undefined {
    const { positions } = this.#options;
    const own = isReference(value) ? positions.placeOf(value, "$ref") : undefined;
    if (own !== undefined) return own;
    // A file that holds only text or a number has no positions, so its first line counts.
    return positions.locate(this.#read(source.path).value, pointer) ?? source.placeAt(0);
  }

  #refersTo(file: string, ref: string, from: Spot): ReadSource {
    if (/^(?:[a-z][a-z0-9+.-]+:|\/\/)/i.test(file)) {
      const what = "is not fetched; save it beside this file and refer to it by a relative path";
      throw this.fault(from, `${ref} ${what}`);
    }
    const path = resolve(dirname(from.source.path), this.#decoded(file, ref, from).join("/"));
    try {
      return this.#read(path);
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      throw this.fault(from, `refers to ${ref}, but ${this.#name(path)} ${error.message}`);
    }
  }

  /** The segments of a path, percent-decoded. */
  #decoded(text: string, ref: string, from: Spot): string[] {
    try {
      return text.split("/").map(decodeURIComponent);
    } catch (error) {
      if (!(error instanceof URIError)) throw error;
      throw this.fault(from, `${ref} has a % that is not a percent-encoding; write it as %25`);
    }
  }

  #walk(segments: readonly string[], root: Spot, ref: string, from: Spot): Spot {
    let current = root;
    for (const segment of segments.slice(1)) {
      const [name = ""] = members(`/${segment}`);
      const next = memberOf(current, name) ?? this.#through(current, name, ref, from);
      if (next === undefined) throw this.#missing(at(current.pointer, name), root, ref, from);
      current = next;
    }
    return current;
  }

  #missing(pointer: string, root: Spot, ref: string, from: Spot): SpecError {
    const { file } = this.placeOf(root) ?? { file: root.source.path };
    const entry = this.#entry;
    const isInEntry = entry !== undefined && ref.startsWith("#") && hasMember(entry.value, ref);
    const hint = isInEntry
      ? `write ${relative(dirname(root.source.path), entry.source.path)}${ref} for the one in the entry document`
      : "correct the reference or add its target";
    return this.fault(from, `refers to ${ref}, but ${file} has no ${pointer}; ${hint}`);
  }

  /** Finds a member of a map that is in another file, through the reference to it. */
  #through(spot: Spot, name: string, ref: string, from: Spot): Spot | undefined {
    const steps = this.#steps;
    try {
      let current = spot;
      let next: Spot | undefined;
      while (next === undefined && isReference(current.value)) {
        if (++this.#steps > maxSteps) throw this.fault(from, `${ref} leads round in a circle`);
        current = this.follow(current.value.$ref, current);
        next = memberOf(current, name);
      }
      return next;
    } finally {
      this.#steps = steps;
    }
  }

  /** @see https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.2 */
  #anchor(name: string, root: Spot, ref: string, from: Spot): Spot {
    let anchors = this.#anchors.get(root.source.path);
    if (anchors === undefined) {
      anchors = anchorsIn(root);
      this.#anchors.set(root.source.path, anchors);
    }
    const [found, another] = anchors.get(name) ?? [];
    if (found !== undefined && another === undefined) return found;
    const hint =
      another === undefined
        ? "a pointer starts with #/, and no schema has this $anchor"
        : "several schemas of the file have this anchor";
    throw this.fault(from, `refers to ${ref}, which leads nowhere: ${hint}`);
  }

  #read(path: string): ReadSource {
    const known = this.#files.get(path);
    if (known instanceof Error) throw known;
    if (known !== undefined) return known;
    this.#options.onFile?.(path);
    try {
      const read = readSource(path, this.#name(path), this.#options.positions);
      this.#files.set(path, read);
      return read;
    } catch (error) {
      if (error instanceof SpecError || error instanceof UnreadableFile) {
        this.#files.set(path, error);
      }
      throw error;
    }
  }

  #name(path: string): string {
    const name = relative(this.#options.cwd, resolve(this.#options.cwd, path));
    return name.startsWith("..") ? path : name;
  }
}

/** More references on the way to one member than any real document has. */
const maxSteps = 100;
