import { letterBytes } from "./letters.ts";
import { dead, type Machine } from "./machine.ts";
import {
  boundary,
  nextBytes,
  utf8After,
  type Utf8Position,
} from "../../tokenizer/utf8-position.ts";

/** The characters of a letter do not all lead to one state. */
export const mixed = -2;

/** Where whole characters lead from a state, found once for each state. */
export class LetterSteps {
  readonly #machine: Machine;
  readonly #steps = new Map<number, Int32Array>();
  /** By eight times a state plus the position in the character that it stands in. */
  readonly #rests = new Map<number, number>();

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  /** Memory that is taken, about. */
  get bytes(): number {
    return this.#steps.size * (4 * letterBytes.length + 160) + 48 * this.#rests.size;
  }

  /** [letters]: the state after any character of a letter, `dead`, or `mixed`. */
  of(state: number): Int32Array {
    let steps = this.#steps.get(state);
    if (steps === undefined) {
      steps = new Int32Array(letterBytes.length);
      for (const [letter, byte] of letterBytes.entries()) {
        const next = this.#machine.after(state, byte);
        const position = utf8After(boundary, byte);
        steps[letter] =
          next === dead || position === boundary ? next : this.afterCharacter(next, position);
      }
      this.#steps.set(state, steps);
    }
    return steps;
  }

  /** The state after any plain character, where it is one and the same for all; otherwise null. */
  ofAll(state: number): number | null {
    const goal = this.#machine.after(state, letterBytes[0]!);
    if (goal === dead) return null;
    // Most states fail at the first letters; only strings are looked at to the end.
    for (const byte of letterBytes) {
      const next = this.#machine.after(state, byte);
      const position = utf8After(boundary, byte);
      const end =
        next === dead || position === boundary ? next : this.afterCharacter(next, position);
      if (end !== goal) return null;
    }
    return goal;
  }

  /** The state after the rest of a character, however it ends: `dead` and `mixed` as above. */
  afterCharacter(state: number, position: Utf8Position): number {
    const key = 8 * state + position;
    let goal = this.#rests.get(key);
    if (goal === undefined) {
      goal = this.#findRest(state, position);
      this.#rests.set(key, goal);
    }
    return goal;
  }

  #findRest(state: number, position: Utf8Position): number {
    const [low, high] = nextBytes(position);
    let goal: number | undefined;
    let last: number | undefined;
    for (let byte = low; byte <= high; byte++) {
      const next = this.#machine.after(state, byte);
      // Bytes beside one another mostly lead to the same state.
      if (next === last) continue;
      last = next;
      const after = utf8After(position, byte);
      const end = next === dead || after === boundary ? next : this.afterCharacter(next, after);
      if (end === mixed || (goal !== undefined && end !== goal)) return mixed;
      goal = end;
    }
    return goal ?? dead;
  }
}
