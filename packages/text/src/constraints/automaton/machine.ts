import { TextError } from "../../errors.ts";
import { InternedLists } from "./interned.ts";
import { endless, type Network, nodeKind } from "./network.ts";
import { bottom, Stacks } from "./stacks.ts";
import { Targets } from "./targets.ts";

/** The state after a byte that cannot follow. */
export const dead = -1;
/** A transition that was not worked out yet. */
const unknown = -2;

/** What a machine needs beside the network. */
export interface MachineOptions {
  /** In bytes. */
  readonly longestToken: number;
  /** Places that one byte may lead to, beyond which a grammar is too ambiguous to be followed. */
  readonly maxPlaces: number;
}

/**
 * A grammar as a deterministic automaton over bytes, whose states are made when they are first met. A state is the set of
 * places in the network where the text so far may stand, each with what is open there (see `Stacks`).
 */
export class Machine {
  readonly network: Network;
  readonly start: number;
  readonly #maxPlaces: number;
  readonly #stacks: Stacks;
  readonly #states = new InternedLists();
  /** [state × classes] */
  #next: Int32Array = new Int32Array(0);
  /** [state]: bit 0: the text may end here; bit 1: its transitions are worked out. */
  #flags: Uint8Array = new Uint8Array(256);
  readonly #clamped = new Map<number, number>();
  /** The state of each single place that bytes led to. */
  readonly #entered = new Map<number, number>();
  readonly #targets: Targets;
  readonly #row: Int32Array;

  // What the place-by-place work below needs, kept so that nothing is allocated for each byte.
  readonly #nodes: number[] = [];
  readonly #nodeStacks: number[] = [];
  readonly #seen = new Set<number>();
  readonly #places = new Map<number, number>();
  readonly #rounds = new Map<number, { readonly min: number; readonly max: number }>();
  #isEnd = false;
  #values: Int32Array = new Int32Array(64);

  /** @throws TextError `invalid` for a grammar that is too ambiguous, as do all methods that meet a new state */
  constructor(network: Network, { longestToken, maxPlaces }: MachineOptions) {
    this.network = network;
    this.#maxPlaces = maxPlaces;
    this.#stacks = new Stacks(longestToken);
    this.#targets = new Targets(network);
    this.#row = new Int32Array(network.classes);
    this.#next = new Int32Array(256 * network.classes).fill(unknown);
    this.#begin();
    this.#visit(network.start, bottom);
    this.start = this.#finish();
  }

  /** Memory that the states take, about. */
  get bytes(): number {
    const maps = 48 * (this.#clamped.size + this.#entered.size);
    const table = this.#next.byteLength + this.#flags.byteLength;
    return this.#states.bytes + this.#stacks.bytes + table + maps;
  }

  /** Whether the text may end in a state. */
  isEnd(state: number): boolean {
    return (this.#flags[state]! & 1) !== 0;
  }

  /** The state after one more byte, or `dead`. */
  after(state: number, byte: number): number {
    return this.transitions(state)[this.rowOf(state) + this.network.classOf[byte]!]!;
  }

  /** The same, without a look at other bytes: for texts that are followed and not asked what may come next. */
  step(state: number, byte: number): number {
    const byteClass = this.network.classOf[byte]!;
    const at = this.rowOf(state) + byteClass;
    if (this.#next[at] === unknown) {
      this.#targets.collect(this.#states.get(state), byteClass, byteClass);
      // Before the store: it may make the table anew.
      const next = this.#stateAfter(byteClass);
      this.#next[at] = next;
    }
    return this.#next[at]!;
  }

  /**
   * The table of transitions, in which those of a state are worked out: the state after a byte of class c stands at
   * `rowOf(state) + c`. It is another array after the next call.
   */
  transitions(state: number): Int32Array {
    if ((this.#flags[state]! & 2) === 0) this.#workOut(state);
    return this.#next;
  }

  rowOf(state: number): number {
    return state * this.network.classes;
  }

  /** A state from which exactly the same tokens may follow; many states share one. */
  maskState(state: number): number {
    let clamped = this.#clamped.get(state);
    if (clamped === undefined) {
      const places = this.#states.get(state);
      this.#begin();
      for (let i = 0; i + 1 < places.length; i += 2) {
        this.#place(places[i]!, this.#stacks.clamped(places[i + 1]!));
      }
      this.#isEnd = this.isEnd(state);
      clamped = this.#finish();
      this.#clamped.set(state, clamped);
    }
    return clamped;
  }

  /** Fills the row of a state. */
  #workOut(state: number): void {
    const { classes } = this.network;
    const row = this.#row;
    this.#targets.collect(this.#states.get(state), 0, classes - 1);
    for (let each = 0; each < classes; each++) {
      // Classes beside one another mostly lead to the same places.
      const isAgain = each > 0 && this.#targets.isSame(each, each - 1);
      row[each] = isAgain ? row[each - 1]! : this.#stateAfter(each);
    }
    this.#next.set(row, this.rowOf(state));
    this.#flags[state]! |= 2;
  }

  /** The state of the places that a class leads to, of those that were collected last. */
  #stateAfter(byteClass: number): number {
    if (this.#targets.isEmpty(byteClass)) return dead;
    const single = this.#targets.single(byteClass);
    const known = single === -1 ? undefined : this.#entered.get(single);
    if (known !== undefined) return known;
    this.#begin();
    this.#targets.each(byteClass, this.#visit);
    const state = this.#finish();
    if (single !== -1) this.#entered.set(single, state);
    return state;
  }

  #begin(): void {
    // A grammar that was too ambiguous at one place may have left some, and others still follow it.
    this.#nodes.length = 0;
    this.#nodeStacks.length = 0;
    this.#seen.clear();
    this.#places.clear();
    this.#rounds.clear();
    this.#isEnd = false;
  }

  /** Goes on from a node to all nodes that can be reached from it without a byte. */
  readonly #visit = (node: number, stack: number): void => {
    this.#enqueue(node, stack);
    const { kinds, first, second, forkTargets, counts } = this.network;
    while (this.#nodes.length > 0) {
      const at = this.#nodes.pop()!;
      const under = this.#nodeStacks.pop()!;
      switch (kinds[at]) {
        case nodeKind.read:
          this.#place(at, under);
          break;
        case nodeKind.fork:
          for (let i = first[at]!; i < first[at]! + second[at]!; i++) {
            this.#enqueue(forkTargets[i]!, under);
          }
          break;
        case nodeKind.call: {
          const goesOn = second[at]!;
          this.#enqueue(first[at]!, goesOn === -1 ? under : this.#stacks.pushed(under, goesOn));
          break;
        }
        case nodeKind.repeat: {
          const { min, max } = counts.get(at)!;
          this.#round(at, min, max, under);
          break;
        }
        default:
          this.#leave(under);
      }
    }
  };

  /** The end of a rule or of a round: what is open says where to go on. */
  #leave(stack: number): void {
    const entries = this.#stacks.entries(stack);
    for (let i = 0; i < entries.length; i += 2) {
      if (entries[i] === -1) {
        this.#isEnd = true;
        continue;
      }
      const { node, min, max } = this.#stacks.frame(entries[i]!);
      if (max === -1) this.#enqueue(node, entries[i + 1]!);
      else this.#round(node, min, max, entries[i + 1]!);
    }
  }

  /**
   * One more round of a repetition where some are left, or what follows it where enough were gone through. Who was here with
   * more choice has been there already: so a round in which nothing is read is not counted down to the last.
   */
  #round(node: number, min: number, max: number, stack: number): void {
    const key = node * 2 ** 26 + stack;
    const known = this.#rounds.get(key);
    if (known !== undefined && known.min <= min && known.max >= max) return;
    this.#rounds.set(key, { min, max });
    const { first, second } = this.network;
    if (min <= 0) this.#enqueue(second[node]!, stack);
    if (max <= 0) return;
    const less = (count: number): number => (count === endless ? count : Math.max(count - 1, 0));
    this.#enqueue(first[node]!, this.#stacks.pushed(stack, node, less(min), less(max)));
  }

  #enqueue(node: number, stack: number): void {
    const key = node * 2 ** 26 + stack;
    if (this.#seen.has(key)) return;
    if (this.#seen.size >= this.#maxPlaces) {
      throw new TextError(
        "invalid",
        "The constraint is too ambiguous to be followed: a text may stand in too many places of it at once. Simplify it.",
        { parameter: "constraint" },
      );
    }
    this.#seen.add(key);
    this.#nodes.push(node);
    this.#nodeStacks.push(stack);
  }

  #place(node: number, stack: number): void {
    const known = this.#places.get(node);
    this.#places.set(node, known === undefined ? stack : this.#stacks.union(known, stack));
  }

  /** The state of the places that were found. */
  #finish(): number {
    const { size } = this.#places;
    if (size === 0 && !this.#isEnd) return dead;
    const length = 2 * size + 1;
    if (length > this.#values.length) this.#values = new Int32Array(2 * length);
    let at = 0;
    const nodes = [...this.#places.keys()].sort((a, b) => a - b);
    for (const node of nodes) {
      this.#values[at++] = node;
      this.#values[at++] = this.#places.get(node)!;
    }
    // Two states with the same places may differ in whether the text may end.
    this.#values[at] = this.#isEnd ? 1 : 0;
    const state = this.#states.idOf(this.#values, length);
    this.#reserve(state);
    if (this.#isEnd) this.#flags[state]! |= 1;
    return state;
  }

  #reserve(state: number): void {
    if (state >= this.#flags.length) {
      const flags = new Uint8Array(2 * this.#flags.length);
      flags.set(this.#flags);
      this.#flags = flags;
      const next = new Int32Array(this.#flags.length * this.network.classes).fill(unknown);
      next.set(this.#next);
      this.#next = next;
    }
  }
}
