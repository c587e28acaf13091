import { externalPrefix } from "../../digests/rewrite-refs.ts";
import type { JsonPlaces } from "../../json-text/json-places.ts";
import { isIndex } from "../../query/field-path.ts";
import type { ExpandNode, ExpandTree, PayloadRoot } from "./expand-columns.ts";
import { factsAt, noValue, textFacts, type ValueFacts } from "./value-facts.ts";

/** A place in a payload. */
export interface PayloadPlace {
  readonly root: PayloadRoot;
  readonly steps: readonly string[];
}

/** The ref at which a path goes on, and the level of that ref. */
interface Onward {
  readonly to: RefLevel;
  readonly ref: string;
}

/**
 * A place on the path of a field where a ref is expanded. A call has a ref at one of these places at
 * most; the next places are then inside the value of the ref.
 */
export class RefLevel {
  /** The place of the ref in a payload. */
  readonly place: PayloadPlace;
  /** The steps from the value of the ref to the value of the field. */
  readonly rest: readonly string[];
  readonly #node: ExpandNode;
  /** The next level inside a value. */
  readonly #next: RefLevel | undefined;
  readonly #facts = new Map<string, ValueFacts>();
  readonly #onward = new Map<string, Onward>();

  private constructor(
    { root, steps }: PayloadPlace,
    depth: number,
    node: ExpandNode,
    next: RefLevel | undefined,
  ) {
    this.place = { root, steps: steps.slice(0, depth) };
    this.rest = steps.slice(depth);
    this.#node = node;
    this.#next = next;
  }

  /** The levels of the field at a place, from the outermost; none if it leads through no ref. */
  static of(place: PayloadPlace, tree: ExpandTree): RefLevel[] {
    const nodes: (readonly [depth: number, node: ExpandNode])[] = [];
    let node = tree.get(place.root);
    for (let depth = 0; node; depth += 1) {
      if (node.isExpanded) nodes.push([depth, node]);
      const step = place.steps[depth];
      node = step === undefined ? undefined : node.steps.get(step);
    }
    const levels: RefLevel[] = [];
    for (const [depth, at] of nodes.toReversed()) {
      levels.unshift(new RefLevel(place, depth, at, levels[0]));
    }
    return levels;
  }

  /** Whether the field is the value of the ref itself. */
  get isEnd(): boolean {
    return this.rest.length === 0;
  }

  /** The value of the field for a ref at this level; undefined if the ref has no value. */
  factsOf(ref: string): ValueFacts | undefined {
    const onward = this.#onward.get(ref);
    if (!onward) return this.#facts.get(ref);
    const { to, ref: next } = onward;
    // A ref without a value stays a text.
    return to.factsOf(next) ?? (to.isEnd ? textFacts(next) : noValue);
  }

  /**
   * Takes the value of a ref. If the path leads to another ref, it returns that one, whose value is
   * needed then.
   */
  take(ref: string, value: JsonPlaces): { level: RefLevel; ref: string } | undefined {
    let at: number | undefined = value.root;
    let node: ExpandNode | undefined = this.#node;
    for (const step of this.rest) {
      at = inside(value, at, step);
      if (at === undefined) {
        this.#facts.set(ref, noValue);
        return undefined;
      }
      node = node?.steps.get(step);
      const inner = node?.isExpanded ? value.string(at, externalPrefix) : undefined;
      if (inner !== undefined && this.#next) {
        const to = this.#next.from(node);
        this.#onward.set(ref, { to, ref: inner });
        return { level: to, ref: inner };
      }
    }
    const isPayload = this.isEnd && this.place.steps.length === 0;
    this.#facts.set(ref, factsAt(value, at, isPayload));
    return undefined;
  }

  /** Bytes of the text that the value of a ref gave. */
  bytesOf(ref: string): number {
    return this.#facts.get(ref)?.text.length ?? 0;
  }

  /** This level, or the level further inside that has a node. */
  private from(node: ExpandNode | undefined): RefLevel {
    return this.#node === node || !this.#next ? this : this.#next.from(node);
  }
}

function inside(value: JsonPlaces, at: number, step: string): number | undefined {
  if (!value.isArray(at)) return value.member(at, step);
  return isIndex(step) ? value.item(at, Number(step)) : undefined;
}
