import { TextError } from "../../errors.ts";
import type { Grammar } from "./grammar.ts";
import { withoutLeftRecursion } from "./left-recursion.ts";
import { Machine } from "./machine.ts";
import { MaskMaker } from "./mask-maker.ts";
import { type Network, NetworkTooLarge, networkOf } from "./network.ts";
import { productiveGrammar } from "./productive.ts";
import type { TokenIndex } from "./token-index.ts";

/** What following one grammar may take. */
export interface GrammarBounds {
  /** Memory for its states and their masks, beyond which they are made anew. */
  readonly maxStateBytes: number;
  readonly maxMaskBytes: number;
  /** Places that one byte may lead to, beyond which the grammar is too ambiguous. */
  readonly maxPlaces: number;
}

/** Steps of matchers at least between two times at which the states are dropped. */
const stepsBetweenDrops = 256;
const usualBounds: GrammarBounds = {
  maxStateBytes: 32 * 2 ** 20,
  maxMaskBytes: 8 * 2 ** 20,
  maxPlaces: 50_000,
};

/**
 * A grammar over the tokens of one vocabulary. Its states and their masks are made when they are first met and kept within
 * bounds: when they get too large, all are dropped, and `generation` tells who holds one to come again with its text.
 */
export class CompiledGrammar {
  readonly #network: Network;
  readonly #index: TokenIndex;
  readonly #bounds: GrammarBounds;
  #machine: Machine;
  #maker: MaskMaker;
  /** By state; least recently used first. */
  readonly #masks = new Map<number, Int32Array>();
  #generation = 0;
  /** Since the states were dropped. */
  #steps = 0;

  /** @throws TextError `invalid` where no text that ends satisfies the grammar, or for one that is too large */
  constructor(grammar: Grammar, index: TokenIndex, bounds: Partial<GrammarBounds> = {}) {
    this.#bounds = { ...usualBounds, ...bounds };
    this.#network = network(grammar);
    this.#index = index;
    this.#machine = this.#newMachine();
    this.#maker = new MaskMaker(this.#machine, index);
  }

  /** Counts how often the states were dropped. */
  get generation(): number {
    return this.#generation;
  }

  /** Memory that the grammar takes, about. */
  get bytes(): number {
    const { kinds, edgeFrom, forkTargets } = this.#network;
    const network = 9 * kinds.length + 6 * edgeFrom.length + 4 * forkTargets.length;
    return network + this.#machine.bytes + this.#maker.bytes + this.#maskBytes();
  }

  get start(): number {
    return this.#machine.start;
  }

  /** Whether the text may end in a state. */
  isEnd(state: number): boolean {
    return this.#machine.isEnd(state);
  }

  /** The state after the bytes of a token, or -1; also for a token without text, which no grammar asks for. */
  after(state: number, token: number): number {
    const { bytes, offsets, isSpecial } = this.#index.vocabulary;
    if (isSpecial[token] !== 0 || offsets[token] === offsets[token + 1]) return -1;
    let at = state;
    for (let i = offsets[token]!; i < offsets[token + 1]! && at !== -1; i++) {
      at = bytes[i] === 0 ? -1 : this.#machine.step(at, bytes[i]!);
    }
    return at;
  }

  /** Drops the states where they take too much memory. What was a state before is none afterwards. */
  tidy(): void {
    // Who comes again with a long text makes many states at once: they are not dropped before they were of use.
    if (++this.#steps < stepsBetweenDrops) return;
    if (this.#machine.bytes + this.#maker.bytes <= this.#bounds.maxStateBytes) return;
    this.#machine = this.#newMachine();
    this.#maker = new MaskMaker(this.#machine, this.#index);
    this.#masks.clear();
    this.#steps = 0;
    this.#generation++;
  }

  /** The tokens that may follow a state, without end tokens: a bit for each. Not to be written to. */
  mask(state: number): Int32Array {
    const key = this.#machine.maskState(state);
    let mask = this.#masks.get(key);
    if (mask === undefined) {
      mask = new Int32Array(this.#index.maskWords);
      this.#maker.write(key, mask);
    } else this.#masks.delete(key);
    this.#masks.set(key, mask);
    if (this.#maskBytes() > this.#bounds.maxMaskBytes) {
      const [oldest] = this.#masks.keys();
      this.#masks.delete(oldest!);
    }
    return mask;
  }

  #newMachine(): Machine {
    const { longestToken } = this.#index;
    return new Machine(this.#network, { longestToken, maxPlaces: this.#bounds.maxPlaces });
  }

  #maskBytes(): number {
    return this.#masks.size * this.#index.maskWords * 4;
  }
}

function network(grammar: Grammar): Network {
  const productive = productiveGrammar(grammar);
  if (productive === null) throw invalid("Every text that the grammar allows is endless.");
  try {
    return networkOf(withoutLeftRecursion(productive));
  } catch (cause) {
    if (!(cause instanceof NetworkTooLarge)) throw cause;
    throw invalid(
      "The constraint is too large: its automaton takes too much memory. Simplify it.",
      cause,
    );
  }
}

function invalid(message: string, cause?: unknown): TextError {
  return new TextError("invalid", message, { parameter: "constraint", cause });
}
