import type { CodePointRange, CodePointSet } from "./code-points.ts";
import type { RegexNode } from "./regex-tree.ts";

import { TextError } from "../errors.ts";
import { allCodePoints, unionOf } from "./code-points.ts";

const maxStates = 3000;

/** A deterministic automaton over characters; it begins in the first state. */
export interface Automaton {
  readonly states: readonly {
    readonly isEnd: boolean;
    readonly next: readonly { readonly set: CodePointSet; readonly to: number }[];
  }[];
}

interface Edge {
  readonly set: CodePointSet;
  readonly to: number;
}

/** Thompson's construction: edges that read a character, and those that read nothing. */
class Fragments {
  readonly edges: Edge[][] = [];
  readonly empty: number[][] = [];

  state(): number {
    if (this.edges.length > maxStates * 4) throw tooLarge();
    this.edges.push([]);
    this.empty.push([]);
    return this.edges.length - 1;
  }

  /** Leads from a state over what the node matches to the state returned. */
  add(node: RegexNode, from: number): number {
    switch (node.kind) {
      case "set": {
        const to = this.state();
        this.edges[from]!.push({ set: node.set, to });
        return to;
      }
      case "sequence":
        return node.parts.reduce((at, part) => this.add(part, at), from);
      case "choice": {
        const to = this.state();
        for (const part of node.alternatives) this.empty[this.add(part, from)]!.push(to);
        return to;
      }
      default:
        return this.#repeat(node, from);
    }
  }

  #repeat(node: RegexNode & { kind: "repeat" }, from: number): number {
    // A state of its own: what loops back must not lead into what came before.
    let at = this.state();
    this.empty[from]!.push(at);
    for (let count = 0; count < node.min; count++) at = this.#fresh(this.add(node.part, at));
    if (node.max === undefined) {
      this.empty[this.add(node.part, at)]!.push(at);
      return this.#fresh(at);
    }
    const end = this.state();
    for (let count = node.min; count < node.max; count++) {
      this.empty[at]!.push(end);
      at = this.#fresh(this.add(node.part, at));
    }
    this.empty[at]!.push(end);
    return end;
  }

  #fresh(from: number): number {
    const to = this.state();
    this.empty[from]!.push(to);
    return to;
  }
}

/** The subset construction over intervals of characters that no edge tells apart. */
export function automatonOf(node: RegexNode): Automaton {
  const fragments = new Fragments();
  const start = fragments.state();
  const end = fragments.add(node, start);
  const { edges, empty } = fragments;
  const closed = (from: Iterable<number>): number[] => {
    const met = new Set(from);
    for (const state of met) for (const to of empty[state]!) met.add(to);
    return [...met].sort((a, b) => a - b);
  };
  return explored(closed([start]), {
    key: (states) => states.join(),
    isEnd: (states) => states.includes(end),
    next: (states) =>
      split(states.flatMap((state) => edges[state]!)).map(({ set, to }) => ({
        set,
        to: closed(to),
      })),
  });
}

/** States of two automata; -1 where an edge is of the other one alone. */
type Pair = readonly [own: number, other: number];

/** What both match. */
export function bothOf(a: Automaton, b: Automaton): Automaton {
  return explored<Pair>([0, 0], {
    key: (pair) => pair.join(),
    isEnd: ([x, y]) => a.states[x]!.isEnd && b.states[y]!.isEnd,
    next: ([x, y]) => {
      const own = a.states[x]!.next.map(({ set, to }) => ({ set, to: [to, -1] as Pair }));
      const other = b.states[y]!.next.map(({ set, to }) => ({ set, to: [-1, to] as Pair }));
      const merged = split([...own, ...other]);
      return merged
        .filter(({ to }) => to.length === 2)
        .map(({ set, to }) => ({
          set,
          to: [Math.max(to[0]![0], to[1]![0]), Math.max(to[0]![1], to[1]![1])] as Pair,
        }));
    },
  });
}

/** Every text that is not matched; with `isOpen`, every text that does not begin with one that is. */
export function othersThan({ states }: Automaton, isOpen: boolean): Automaton {
  const dead = states.length;
  const completed = [...states, { isEnd: false, next: [] }].map(({ isEnd, next }) => {
    if (isOpen && isEnd) return { isEnd: false, next: [] };
    const parts = split([...next, { set: allCodePoints, to: dead }]);
    return {
      isEnd: !isEnd,
      next: parts.map(({ set, to }) => ({ set, to: Math.min(...to) })),
    };
  });
  return { states: completed };
}

/** Explores an automaton from a state, without states that lead to no end. */
function explored<State>(
  start: State,
  machine: {
    readonly key: (state: State) => string;
    readonly isEnd: (state: State) => boolean;
    readonly next: (state: State) => { readonly set: CodePointSet; readonly to: State }[];
  },
): Automaton {
  const numbers = new Map([[machine.key(start), 0]]);
  const waiting = [start];
  const states: { isEnd: boolean; next: Edge[] }[] = [];
  for (const state of waiting) {
    const targets = new Map<number, CodePointRange[]>();
    for (const { set, to } of machine.next(state)) {
      const key = machine.key(to);
      let number = numbers.get(key);
      if (number === undefined) {
        number = waiting.push(to) - 1;
        numbers.set(key, number);
        if (number >= maxStates) throw tooLarge();
      }
      targets.set(number, [...(targets.get(number) ?? []), ...set]);
    }
    const next = Array.from(targets, ([to, ranges]) => ({ set: unionOf(ranges), to }));
    states.push({ isEnd: machine.isEnd(state), next });
  }
  return trimmed(states);
}

function trimmed(states: readonly { isEnd: boolean; next: Edge[] }[]): Automaton {
  const alive = new Set<number>();
  for (let size = -1; size !== alive.size;) {
    size = alive.size;
    for (let at = states.length - 1; at >= 0; at--) {
      const { isEnd, next } = states[at]!;
      if (isEnd || next.some(({ to }) => alive.has(to))) alive.add(at);
    }
  }
  return {
    states: states.map(({ isEnd, next }) => ({
      isEnd,
      next: next.filter(({ to }) => alive.has(to)),
    })),
  };
}

/** Intervals of characters, each with all targets that lead on from it. */
function split<Target>(
  edges: readonly { readonly set: CodePointSet; readonly to: Target }[],
): { readonly set: CodePointSet; readonly to: Target[] }[] {
  const borders = new Set<number>();
  for (const { set } of edges) {
    for (const [from, to] of set) {
      borders.add(from);
      borders.add(to + 1);
    }
  }
  const sorted = [...borders].sort((a, b) => a - b);
  const found: { set: CodePointSet; to: Target[] }[] = [];
  for (const [index, from] of sorted.entries()) {
    const to = sorted[index + 1];
    if (to === undefined) break;
    const targets = edges
      .filter(({ set }) => set.some(([first, last]) => first <= from && from <= last))
      .map((edge) => edge.to);
    const set = unionOf([[from, to - 1]]);
    if (targets.length > 0 && set.length > 0) found.push({ set, to: targets });
  }
  return found;
}

function tooLarge(): TextError {
  return new TextError(
    "invalid",
    `A regular expression with look-ahead, or beside a format, a length or another one, needs an automaton of more than ${maxStates} states. Simplify it.`,
    { parameter: "constraint" },
  );
}
