import { type LetterSteps, mixed } from "./letter-steps.ts";
import { dead } from "./machine.ts";
import { longestPlain } from "./token-index.ts";
import { boundary, type Utf8Position } from "./utf8-position.ts";

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

/**
 * Finds what plain texts may follow a state, by going on from state to state as long as most letters lead to one and the same: within
 * strings, with or without a limit of their length, and in repetitions of a class of characters.
 */
export class PlainRuns {
  readonly #steps: LetterSteps;
  readonly #runs = new Map<number, PlainRun>();
  /** [state], grown as states are met: how many plain characters may follow, whichever they are. */
  #open: Uint8Array = new Uint8Array(256).fill(unknown);

  constructor(steps: LetterSteps) {
    this.#steps = steps;
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
    const first = this.#steps.of(start);
    const goal = mostCommon(first);
    const outside: number[] = [];
    const unsure: number[] = [];
    const inside: number[] = [];
    for (const [letter, next] of first.entries()) {
      if (next === dead) outside.push(letter);
      else if (next === goal) inside.push(letter);
      else unsure.push(letter);
    }
    if (goal === dead) return { length: 0, isExact: unsure.length === 0, outside, unsure };
    let state = start;
    let next = goal;
    for (let length = 1; ; length++) {
      if (next === state || length === longestPlain) {
        return { length: longestPlain, isExact: false, outside, unsure };
      }
      state = next;
      const steps = this.#steps.of(state);
      next = steps[inside[0]!]!;
      // What was outside or inside has to be so at every place of the text.
      const isSame = outside.every((letter) => steps[letter] === dead);
      if (!isSame || next === dead || inside.some((letter) => steps[letter] !== next)) {
        const isExact = [...inside, ...unsure].every((letter) => steps[letter] === dead);
        return { length, isExact: isSame && isExact, outside, unsure };
      }
    }
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
