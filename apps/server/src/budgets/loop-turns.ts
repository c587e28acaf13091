/** Long work, done in steps of about a millisecond. */
export interface Work {
  /** Does the next step. Returns true when the work is done; then it is not called again. */
  advance(): boolean;
}

/** How long one piece of work may keep the event loop. */
const longestTurnMs = 20;

/** Works that wait for their next turn. There is one event loop, so there is one queue. */
const waiting: (() => void)[] = [];

/**
 * A turn on the event loop. Long work checks whether its turn is over, and then waits for the next.
 *
 * In each round of the loop, only one piece of long work has a turn. So rounds stay short, and
 * short work does not wait for all long works.
 */
export class LoopTurn {
  #endsAt: number = performance.now() + longestTurnMs;

  get isOver(): boolean {
    return performance.now() > this.#endsAt;
  }

  /** Lets other work go on; resolves when it is this work's turn again. */
  async next(): Promise<void> {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(giveTurn);
    });
    this.#endsAt = performance.now() + longestTurnMs;
  }
}

/** Does all of the work, in as many turns as it needs. */
export async function inTurns(work: Work, turn: LoopTurn = new LoopTurn()): Promise<void> {
  while (!work.advance()) {
    if (turn.isOver) await turn.next();
  }
}

/** Does all of the work without a pause. Only for work that is known to be short. */
export function atOnce(work: Work): void {
  while (!work.advance());
}

function giveTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(giveTurn);
}
