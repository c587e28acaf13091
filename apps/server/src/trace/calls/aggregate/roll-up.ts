import { LoopTurn } from "../../../budgets/loop-turns.ts";
import { requestBounds } from "../../../config/request-bounds.ts";
import { OverLimit } from "../../../refusals/refusal.ts";
import { addTokens, type Usage, type UsedCall } from "./used-call.ts";

const maxEntries = requestBounds.usageEntries.limit;

/**
 * What each call and all calls below it among the given ones have used, by id. It works from the
 * leaves up, so chains may have any length. Where parents form a circle, each call of the circle is
 * below all others, so all have the same sum.
 *
 * @throws OverLimit if the calls have together too many models.
 */
export async function rollUp(calls: readonly UsedCall[]): Promise<Map<string, Usage>> {
  const turn = new LoopTurn();
  const sums = new Sums(calls);
  for (const [at, { usage }] of calls.entries()) {
    if (turn.isOver) await turn.next();
    sums.add(usage, at);
  }
  const { leaves } = sums;
  for (let leaf = leaves.pop(); leaf !== undefined; leaf = leaves.pop()) {
    if (turn.isOver) await turn.next();
    sums.passUp(leaf);
  }
  sums.joinCircles();
  return new Map(calls.map(({ id }, at) => [id, sums.usages[at] ?? new Map()]));
}

/** The sums of calls, which stand at their places in the list. */
class Sums {
  readonly usages: Usage[];
  /** Calls whose sums are complete and not yet passed on. */
  readonly leaves: number[];
  readonly #parents: readonly (number | undefined)[];
  /** The number of children whose sums are still to come. */
  readonly #missing: number[];
  readonly #isDone: boolean[];
  #entries = 0;

  constructor(calls: readonly UsedCall[]) {
    const places = new Map(calls.map(({ id }, at) => [id, at]));
    this.#parents = calls.map(({ parentId }) => places.get(parentId));
    this.#missing = calls.map(() => 0);
    for (const parent of this.#parents) if (parent !== undefined) this.#missing[parent]! += 1;
    this.#isDone = calls.map(() => false);
    this.leaves = [...calls.keys()].filter((at) => this.#missing[at] === 0);
    this.usages = calls.map(() => new Map());
  }

  /** Adds the sum of a call to its parent's. */
  passUp(at: number): void {
    this.#isDone[at] = true;
    const parent = this.#parents[at];
    if (parent === undefined) return;
    this.add(this.usages[at]!, parent);
    this.#missing[parent]! -= 1;
    if (this.#missing[parent] === 0) this.leaves.push(parent);
  }

  /** Gives all calls of a circle one sum: after all leaves, only circles are left. */
  joinCircles(): void {
    for (const first of this.usages.keys()) {
      if (this.#isDone[first]) continue;
      this.#isDone[first] = true;
      const sum = this.usages[first]!;
      const members: number[] = [];
      for (let at = this.#parents[first]!; at !== first; at = this.#parents[at]!) {
        this.#isDone[at] = true;
        members.push(at);
        this.add(this.usages[at]!, first);
      }
      for (const at of members) this.usages[at] = sum;
      this.#count(members.length * sum.size);
    }
  }

  /** Adds to the sum of a call. */
  add(usage: Usage, to: number): void {
    const sum = this.usages[to]!;
    for (const [model, tokens] of usage) {
      const known = sum.get(model);
      if (known) {
        addTokens(known, tokens);
      } else {
        this.#count(1);
        sum.set(model, { ...tokens });
      }
    }
  }

  #count(entries: number): void {
    this.#entries += entries;
    refuseMoreEntries(this.#entries);
  }
}

/** @throws OverLimit for more pairs of a call and a model than one answer may have. */
export function refuseMoreEntries(entries: number): void {
  if (entries <= maxEntries) return;
  throw new OverLimit(
    `These calls and those below them have used more than ${maxEntries} models, each counted for ` +
      "each call: that is the limit of one answer. Ask for fewer calls: a narrower filter, fewer " +
      "ids or a lower limit.",
  );
}
