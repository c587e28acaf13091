import { type CodePointSet, without } from "../code-points.ts";
import type { Expression, Grammar } from "./grammar.ts";
import { isNullable, nullableRules } from "./nullable.ts";
import { type ByteRanges, utf8Ranges } from "./utf8-ranges.ts";

/** Nodes of all grammars are numbers; a network of more takes too much memory. */
const maxNodes = 4_000_000;

/** What a node does. */
export const nodeKind: {
  /** Reads a byte: `first` is the first of its edges, `second` their number. */
  readonly read: 0;
  /** Goes on in several places at once: `first` is the first of its targets, `second` their number. */
  readonly fork: 1;
  /** Goes through another rule: `first` is the rule's entry, `second` where it goes on afterwards, or -1 at the rule's end. */
  readonly call: 2;
  /** Goes through a part `min` to `max` times: `first` is the part's entry, `second` where it goes on afterwards. */
  readonly repeat: 3;
  /** The end of a rule or of a repeated part. */
  readonly end: 4;
} = { read: 0, fork: 1, call: 2, repeat: 3, end: 4 };

/** Without end, as a count of repetitions. */
export const endless: number = 2 ** 30;

/**
 * A grammar as a recursive network of byte transitions (Woods, "Transition Network Grammars for Natural Language
 * Analysis", 1970): an automaton for each rule, which calls others.
 */
export interface Network {
  readonly start: number;
  /** Of each node, see `nodeKind`. */
  readonly kinds: Uint8Array;
  readonly first: Int32Array;
  readonly second: Int32Array;
  /** Of each edge: the bytes that it takes, and where it leads. */
  readonly edgeFrom: Uint8Array;
  readonly edgeTo: Uint8Array;
  readonly edgeTarget: Int32Array;
  readonly forkTargets: Int32Array;
  /** Counts of a `repeat` node. */
  readonly counts: ReadonlyMap<number, { readonly min: number; readonly max: number }>;
  /** [256]: bytes of one class take the same edges everywhere. */
  readonly classOf: Uint8Array;
  readonly classes: number;
}

/** A grammar is too large for a network. */
export class NetworkTooLarge extends Error {}

/** @throws NetworkTooLarge */
export function networkOf(grammar: Grammar): Network {
  return new NetworkWriter(grammar).network(grammar.root);
}

class NetworkWriter {
  readonly #rules: Grammar["rules"];
  readonly #nullable: ReadonlySet<string>;
  readonly #kinds: number[] = [];
  readonly #first: number[] = [];
  readonly #second: number[] = [];
  readonly #edgeFrom: number[] = [];
  readonly #edgeTo: number[] = [];
  readonly #edgeTarget: number[] = [];
  readonly #forkTargets: number[] = [];
  readonly #counts = new Map<number, { min: number; max: number }>();
  readonly #entries = new Map<string, number>();
  readonly #calls = new Map<string, number>();
  readonly #tails = new Map<string, number>();
  readonly #ranges = new WeakMap<CodePointSet, ByteRanges[]>();
  readonly #end: number;

  constructor(grammar: Grammar) {
    this.#rules = grammar.rules;
    this.#nullable = nullableRules(grammar);
    this.#end = this.#node(nodeKind.end, 0, 0);
  }

  network(root: string): Network {
    const waiting = new Map<string, number>();
    const start = this.#entry(root, waiting);
    // Bodies are written one after another, since rules may call one another in circles.
    for (const [name, node] of waiting) {
      waiting.delete(name);
      const body = this.#write(this.#rules.get(name)!, this.#end, (called) =>
        this.#entry(called, waiting),
      );
      this.#first[node] = this.#forkTargets.length;
      this.#forkTargets.push(body);
    }
    return { start, ...this.#arrays(), counts: this.#counts, ...this.#byteClasses() };
  }

  /** The node at which a rule begins: a fork to its body, which may be written later. */
  #entry(name: string, waiting: Map<string, number>): number {
    let entry = this.#entries.get(name);
    if (entry === undefined) {
      entry = this.#node(nodeKind.fork, 0, 1);
      this.#entries.set(name, entry);
      waiting.set(name, entry);
    }
    return entry;
  }

  /** Writes an expression in front of a node; gives the node at which it begins. */
  #write(expression: Expression, next: number, entryOf: (rule: string) => number): number {
    switch (expression.kind) {
      case "text": {
        let at = next;
        for (const byte of Buffer.from(expression.text).toReversed()) at = this.#byte(byte, at);
        return at;
      }
      case "set":
        return this.#set(expression.set, next);
      case "sequence":
        return expression.parts.reduceRight((at, part) => this.#write(part, at, entryOf), next);
      case "choice":
        return this.#fork(expression.alternatives.map((each) => this.#write(each, next, entryOf)));
      case "repeat":
        return this.#repeat(expression, next, entryOf);
      default:
        return this.#call(entryOf(expression.name), next === this.#end ? -1 : next);
    }
  }

  #repeat(
    { part, min, max }: Expression & { kind: "repeat" },
    next: number,
    entryOf: (rule: string) => number,
  ): number {
    if (max === 0) return next;
    if (max === 1 && min === 1) return this.#write(part, next, entryOf);
    if (max === 1) return this.#fork([this.#write(part, next, entryOf), next]);
    if (max === Infinity && min <= 1) {
      const loop = this.#node(nodeKind.fork, this.#forkTargets.length, 2);
      this.#forkTargets.push(next, next);
      const entry = this.#write(part, loop, entryOf);
      this.#forkTargets[this.#first[loop]!] = entry;
      return min === 0 ? loop : entry;
    }
    const entry = this.#write(part, this.#end, entryOf);
    const node = this.#node(nodeKind.repeat, entry, next);
    // Rounds of a part that may be empty need not be gone through.
    const least = isNullable(part, this.#nullable) ? 0 : min;
    this.#counts.set(node, { min: least, max: max === Infinity ? endless : max });
    return node;
  }

  /** Equal calls are written once, so that what leads to them may be so too. */
  #call(entry: number, goesOn: number): number {
    const key = `${entry} ${goesOn}`;
    let node = this.#calls.get(key);
    if (node === undefined) {
      node = this.#node(nodeKind.call, entry, goesOn);
      this.#calls.set(key, node);
    }
    return node;
  }

  #fork(targets: readonly number[]): number {
    const distinct = [...new Set(targets)];
    if (distinct.length === 1) return distinct[0]!;
    const node = this.#node(nodeKind.fork, this.#forkTargets.length, distinct.length);
    for (const target of distinct) this.#forkTargets.push(target);
    return node;
  }

  #byte(byte: number, next: number): number {
    const node = this.#node(nodeKind.read, this.#edgeFrom.length, 1);
    this.#edge(byte, byte, next);
    return node;
  }

  #edge(from: number, to: number, target: number): void {
    this.#edgeFrom.push(from);
    this.#edgeTo.push(to);
    this.#edgeTarget.push(target);
  }

  /** A node that reads one character of a set. NUL is never read: no tokenizer gives it back as text. */
  #set(set: CodePointSet, next: number): number {
    let ranges = this.#ranges.get(set);
    if (ranges === undefined) {
      ranges = utf8Ranges(without(set, [[0, 0]]));
      this.#ranges.set(set, ranges);
    }
    const edges = ranges.map((bytes) => {
      const [from, to] = bytes[0]!;
      return [from, to, this.#tail(bytes, 1, next)] as const;
    });
    const node = this.#node(nodeKind.read, this.#edgeFrom.length, edges.length);
    for (const [from, to, target] of edges) this.#edge(from, to, target);
    return node;
  }

  /** The bytes of a character behind its first ones; equal ends are written once. */
  #tail(bytes: ByteRanges, at: number, next: number): number {
    if (at === bytes.length) return next;
    const key = `${next} ${bytes.slice(at).join(";")}`;
    let node = this.#tails.get(key);
    if (node === undefined) {
      const target = this.#tail(bytes, at + 1, next);
      node = this.#node(nodeKind.read, this.#edgeFrom.length, 1);
      this.#edge(...bytes[at]!, target);
      this.#tails.set(key, node);
    }
    return node;
  }

  #node(kind: number, first: number, second: number): number {
    if (this.#kinds.length >= maxNodes) throw new NetworkTooLarge();
    this.#first.push(first);
    this.#second.push(second);
    return this.#kinds.push(kind) - 1;
  }

  #arrays(): Omit<Network, "start" | "counts" | "classOf" | "classes"> {
    return {
      kinds: Uint8Array.from(this.#kinds),
      first: Int32Array.from(this.#first),
      second: Int32Array.from(this.#second),
      edgeFrom: Uint8Array.from(this.#edgeFrom),
      edgeTo: Uint8Array.from(this.#edgeTo),
      edgeTarget: Int32Array.from(this.#edgeTarget),
      forkTargets: Int32Array.from(this.#forkTargets),
    };
  }

  #byteClasses(): Pick<Network, "classOf" | "classes"> {
    const begins = new Uint8Array(257);
    for (const from of this.#edgeFrom) begins[from] = 1;
    for (const to of this.#edgeTo) begins[to + 1] = 1;
    const classOf = new Uint8Array(256);
    let classes = 0;
    for (let byte = 0; byte < 256; byte++) {
      if (byte > 0 && begins[byte] === 1) classes++;
      classOf[byte] = classes;
    }
    return { classOf, classes: classes + 1 };
  }
}
