import type { Pause } from "./paused-records.ts";

/** Work of one client, which calls `pause` wherever the work of others may come in. */
export type Work = (pause: Pause) => Promise<unknown>;

/**
 * Runs works in every order of their pieces between pauses. Before each order, `begin` makes the
 * works anew; after it, `end` gets the index of the work that each piece belonged to, and the
 * outcomes. Only one piece runs at a time. Returns the number of orders.
 */
export async function inEveryOrder(
  begin: () => Promise<readonly Work[]>,
  end: (order: readonly number[], outcomes: readonly unknown[]) => Promise<void>,
): Promise<number> {
  /** For each piece: which of the open works it was, and how many were open. */
  let choices: { chosen: number; open: number }[] = [];
  for (let count = 1; ; count += 1) {
    const order: number[] = [];
    const runs = (await begin()).map((work) => new Run(work));
    for (let at = 0; ; at += 1) {
      const open = runs.filter((run) => !run.isOver);
      if (open.length === 0) break;
      const { chosen } = (choices[at] ??= { chosen: 0, open: open.length });
      const run = open[chosen] as Run;
      order.push(runs.indexOf(run));
      await run.continue();
    }
    await end(
      order,
      runs.map((run) => run.outcome),
    );
    const last = choices.findLastIndex(({ chosen, open }) => chosen + 1 < open);
    if (last === -1) return count;
    choices = choices.slice(0, last + 1);
    (choices[last] as { chosen: number }).chosen += 1;
  }
}

/** One work, piece by piece. */
class Run {
  /** The result of the work, or its error. */
  outcome: unknown;
  isOver = false;
  readonly #work: Work;
  #resume: (() => void) | undefined;
  #stopped: () => void = () => {};

  constructor(work: Work) {
    this.#work = work;
  }

  /** Runs the next piece; resolves when it is over. */
  async continue(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#stopped = resolve;
    if (this.#resume) this.#resume();
    else void this.#begin();
    await promise;
  }

  async #begin(): Promise<void> {
    try {
      this.outcome = await this.#work(() => this.#pause());
    } catch (error) {
      this.outcome = error;
    }
    this.isOver = true;
    this.#stopped();
  }

  #pause(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#resume = resolve;
    this.#stopped();
    return promise;
  }
}
