import { type LetterSteps, mixed } from "./letter-steps.ts";
import { dead } from "./machine.ts";
import { longestPlain } from "./token-index.ts";
import { boundary, type Utf8Position } from "../../tokenizer/utf8-position.ts";

/** What plain texts may follow a state, as far as the letters in them and their length tell. */
export interface PlainRun {
  /** Texts of up to so many characters may follow when all their letters are inside. */
  readonly length: number;
  /** Whether none of the inside letters may follow a text of that length. */
  readonly isExact: boolean;
  /** The letters whose texts may not follow at all, and those of which the letter alone does not tell. */
  readonly outside: readonly number[];
  readonly unsure: readonly number[];
}

const unknown = 0xff;
/** Tokens of which their letters do not tell, beyond which a run is not followed further. */
const maxUnsure = 8192;

/**
 * Finds what plain texts may follow a state, by going on from state to state as long as most letters lead to one and the same: within
 * strings, with or without a limit of their length, and in repetitions of a class of characters.
 */
export class PlainRuns {
  readonly #steps: LetterSteps;
  readonly #letterCounts: Int32Array;
  readonly #runs = new Map<number, PlainRun>();
  /** [state], grown as states are met: how many plain characters may follow, whichever they are. */
  #open: Uint8Array = new Uint8Array(256).fill(unknown);

  /** @param letterCounts [letters]: in how many tokens a letter stands */
  constructor(steps: LetterSteps, letterCounts: Int32Array) {
    this.#steps = steps;
    this.#letterCounts = letterCounts;
  }

  of(state: number): PlainRun {
    let run = this.#runs.get(state);
    if (run === undefined) {
      run = this.#find(state);
      this.#runs.set(state, run);
    }
    return run;
  }

  /** All plain texts of up to so many characters may follow the state; `longestPlain` stands for more, too. */
  openAfter(state: number): number {
    if (state >= this.#open.length) this.#grow(state);
    let open = this.#open[state]!;
    if (open === unknown) {
      open = this.#findOpen(state);
      this.#open[state] = open;
    }
    return open;
  }

  /** The same for a state within a character, once the character has ended. */
  openWithin(state: number, position: Utf8Position): number {
    if (position === boundary) return this.openAfter(state);
    const goal = this.#steps.afterCharacter(state, position);
    return goal === dead || goal === mixed ? 0 : this.openAfter(goal);
  }

  #find(start: number): PlainRun {
    const letters = [...this.#letterCounts.keys()];
    const first = this.#steps.of(start);
    let next = mostCommon(first);
    const outside = new Set(letters.filter((letter) => first[letter] === dead));
    const inside = new Set(letters.filter((letter) => next !== dead && first[letter] === next));
    const unsure = new Set(letters.filter((letter) => !outside.has(letter) && !inside.has(letter)));
    const run = (length: number, isExact: boolean): PlainRun => {
      return { length, isExact, outside: [...outside], unsure: [...unsure] };
    };
    if (next === dead) return run(0, unsure.size === 0);
    let state = start;
    for (let length = 1; length < longestPlain && next !== state; length++) {
      state = next;
      const steps = this.#steps.of(state);
      next = mostCommon(steps);
      if (next === dead) return run(length, !steps.includes(mixed));
      // What is not the same at every place of a text makes all texts with that letter unsure.
      const changed = letters.filter((letter) =>
        inside.has(letter) ? steps[letter] !== next : outside.has(letter) && steps[letter] !== dead,
      );
      if (this.#weight([...unsure, ...changed]) > maxUnsure) return run(length, false);
      for (const letter of changed) {
        inside.delete(letter);
        outside.delete(letter);
        unsure.add(letter);
      }
    }
    return run(longestPlain, false);
  }

  /** In how many tokens some letters stand, about. */
  #weight(letters: readonly number[]): number {
    return letters.reduce((total, letter) => total + this.#letterCounts[letter]!, 0);
  }

  #findOpen(start: number): number {
    let state = start;
    for (let open = 0; open < longestPlain; open++) {
      const next = this.#steps.ofAll(state);
      if (next === null) return open;
      if (next === state) break;
      state = next;
    }
    return longestPlain;
  }

  #grow(state: number): void {
    const open = new Uint8Array(2 * (state + 1)).fill(unknown);
    open.set(this.#open);
    this.#open = open;
  }
}

/** The state that most letters lead to, of those that letters lead to at all; `dead` where there are none. */
function mostCommon(steps: Int32Array): number {
  const counts = new Map<number, number>();
  for (const next of steps) {
    if (next !== dead && next !== mixed) counts.set(next, (counts.get(next) ?? 0) + 1);
  }
  let best = dead;
  for (const [state, count] of counts) if (count > (counts.get(best) ?? 0)) best = state;
  return best;
}
