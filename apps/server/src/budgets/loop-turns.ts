/** Work that may take long, done in steps of about a millisecond. */
export interface Work {
  /** Does the next step; true when all is done. Not called again after that. */
  advance(): boolean;
}

/** How long one piece of work may keep the event loop from everybody else. */
const longestTurnMs = 20;

/** Those who wait for their next turn. There is one event loop, so there is one queue. */
const waiting: (() => void)[] = [];

/**
 * A share of the event loop. Long work looks whether its turn is over, and then waits for the next.
 *
 * In one round of the loop one piece of long work has its turn, however many there are: so a round
 * stays short for those who have little to do.
 */
export class LoopTurn {
  #endsAt: number = performance.now() + longestTurnMs;

  get isOver(): boolean {
    return performance.now() > this.#endsAt;
  }

  /** Lets everybody else go on; resolves when it is this work's turn again. */
  async next(): Promise<void> {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(giveTurn);
    });
    this.#endsAt = performance.now() + longestTurnMs;
  }
}

/** Does work to its end, in as many turns as it takes. */
export async function inTurns(work: Work, turn: LoopTurn = new LoopTurn()): Promise<void> {
  while (!work.advance()) {
    if (turn.isOver) await turn.next();
  }
}

/** Does work to its end at once: for work that is known to be short. */
export function atOnce(work: Work): void {
  while (!work.advance());
}

function giveTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(giveTurn);
}
