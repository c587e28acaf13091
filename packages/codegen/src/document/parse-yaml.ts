import { isAlias, isMap, isPair, isScalar, isSeq, parseDocument } from "yaml";
import type { Alias, Document, Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";
import { at } from "./pointer.ts";
import type { Positions } from "./positions.ts";
import { setMember } from "./set-member.ts";
import type { SourceFile } from "./source-file.ts";
import { SpecError } from "./spec-error.ts";

/**
 * The largest number of values in a file with all aliases expanded. The largest public documents
 * have some hundred thousand; a few lines of aliases of aliases have billions.
 */
const maxValues = 5_000_000;

/**
 * Parses YAML 1.2 (so that `no` and `on` are text) and records the place of every value. Follows
 * anchors, aliases and merge keys (`<<`); an alias gives the same object each time.
 *
 * @see https://yaml.org/spec/1.2.2/
 * Throws `SpecError` with the place of text that is not YAML, of a value that JSON does not have, and
 * of a repeated member.
 */
export function parseYaml(source: SourceFile, positions: Positions): unknown {
  const document = parsed(source);
  const fault = document.errors[0] ?? document.warnings[0];
  if (fault?.code === "RESOURCE_EXHAUSTION") throw tooDeep(source, fault.pos[0]);
  if (fault !== undefined) {
    const problem = fault.message.replace(/\s+at line \d+[\s\S]*$/, "").replace(/:$/, "");
    throw new SpecError(
      "",
      `is not YAML that can be read: ${problem}`,
      source.placeAt(fault.pos[0]),
    );
  }
  return new YamlReader(source, positions).value(document.contents).value;
}

function parsed(source: SourceFile): Document.Parsed {
  try {
    return parseDocument(source.text, {
      version: "1.2",
      schema: "core",
      prettyErrors: false,
      // Repeated names are found below, where their places are known.
      uniqueKeys: false,
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw tooDeep(source, 0);
  }
}

function tooDeep(source: SourceFile, offset: number): SpecError {
  return new SpecError("", "is nested too deeply", source.placeAt(offset));
}

/** A value, and its number of values with all aliases expanded. */
interface Read {
  readonly value: unknown;
  readonly count: number;
}

class YamlReader {
  readonly #source: SourceFile;
  readonly #positions: Positions;
  /** By name. Reading follows the order of the text, so a name means its latest anchor. */
  readonly #anchored = new Map<string, Anchored>();
  readonly #path: (string | number)[] = [];

  constructor(source: SourceFile, positions: Positions) {
    this.#source = source;
    this.#positions = positions;
  }

  value(node: unknown): Read {
    if (isAlias(node)) return this.#alias(node);
    if (isMap(node)) return this.#anchor(node, () => this.#map(node));
    if (isSeq(node)) return this.#anchor(node, () => this.#sequence(node));
    if (isScalar(node)) return this.#anchor(node, () => this.#scalar(node));
    return { value: null, count: 1 };
  }

  #anchor(node: YAMLMap | YAMLSeq | Scalar, read: () => Read): Read {
    if (node.anchor === undefined) return read();
    this.#anchored.set(node.anchor, { node, read: undefined });
    const result = read();
    this.#anchored.set(node.anchor, { node, read: result });
    return result;
  }

  #alias(alias: Alias): Read {
    const anchored = this.#anchored.get(alias.source);
    if (anchored === undefined) {
      this.#fail(alias, `names the anchor ${alias.source}, which is not defined before it`);
    }
    if (anchored.read === undefined) this.#fail(alias, `the anchor ${alias.source} holds itself`);
    return anchored.read;
  }

  #map(node: YAMLMap): Read {
    const value: Record<string, unknown> = {};
    const offsets = new Map<string, number>();
    const written = new Set<string>();
    let count = 1;
    for (const pair of node.items) {
      const key = this.#key(pair);
      const name = nameOf(key);
      if (name === undefined) this.#fail(key, "null cannot be a name; write it in quotes");
      this.#path.push(name);
      if (written.has(name)) this.#fail(key, "is defined twice in one object; keep one of them");
      written.add(name);
      const isMerge = name === "<<" && (key.type === "PLAIN" || key.type === undefined);
      const read = this.value(pair.value);
      count = this.#counted(count + read.count, pair.value);
      this.#path.pop();
      if (isMerge) {
        this.#merge(key, read.value, { value, offsets });
        continue;
      }
      setMember(value, name, read.value);
      offsets.set(name, this.#offset(key));
    }
    this.#positions.set(value, {
      source: this.#source,
      start: this.#offset(node),
      members: offsets,
    });
    return { value, count };
  }

  /** The members of the map itself win; of several merged maps the first wins. */
  #merge(key: Scalar, merged: unknown, into: Merging): void {
    for (const map of Array.isArray(merged) ? merged : [merged]) {
      if (typeof map !== "object" || map === null || Array.isArray(map)) {
        this.#fail(key, "<< takes a map, or a list of maps");
      }
      for (const [name, member] of Object.entries(map)) {
        if (Object.hasOwn(into.value, name)) continue;
        setMember(into.value, name, member);
        into.offsets.set(name, this.#offset(key));
      }
    }
  }

  #sequence(node: YAMLSeq): Read {
    const value: unknown[] = [];
    const offsets: number[] = [];
    let count = 1;
    for (const item of node.items) {
      this.#path.push(value.length);
      if (isPair(item)) this.#fail(item.key, "a pair cannot stand in a list; write it in braces");
      const read = this.value(item);
      count = this.#counted(count + read.count, item);
      offsets.push(this.#offset(item));
      value.push(read.value);
      this.#path.pop();
    }
    this.#positions.set(value, {
      source: this.#source,
      start: this.#offset(node),
      members: offsets,
    });
    return { value, count };
  }

  #scalar(node: Scalar): Read {
    const { value } = node;
    if (typeof value === "number" && !Number.isFinite(value)) {
      this.#fail(node, `${node.source} is not a number in JSON`);
    }
    return { value, count: 1 };
  }

  #key(pair: Pair): Scalar {
    const key = isAlias(pair.key) ? this.#anchored.get(pair.key.source)?.node : pair.key;
    if (!isScalar(key)) this.#fail(pair.key, "a name has to be text; a list or map cannot be one");
    // The key may have an anchor.
    this.value(key);
    return key;
  }

  #counted(count: number, node: unknown): number {
    if (count > maxValues) {
      this.#fail(node, `its aliases expand to more than ${maxValues} values; use fewer aliases`);
    }
    return count;
  }

  #offset(node: unknown): number {
    const range = (node as { readonly range?: readonly number[] | null } | null)?.range;
    return range?.[0] ?? 0;
  }

  #fail(node: unknown, problem: string): never {
    throw new SpecError(at("#", ...this.#path), problem, this.#source.placeAt(this.#offset(node)));
  }
}

interface Anchored {
  readonly node: YAMLMap | YAMLSeq | Scalar;
  /** `undefined` during reading, when no alias may refer to it. */
  readonly read: Read | undefined;
}

interface Merging {
  readonly value: Record<string, unknown>;
  readonly offsets: Map<string, number>;
}

/** Names that are not text are read as they are written: `200` and `1.0`, not 200 and 1. */
function nameOf(key: Scalar): string | undefined {
  if (typeof key.value === "string") return key.value;
  if (key.value === null || key.value === undefined) return undefined;
  return key.source ?? JSON.stringify(key.value);
}
