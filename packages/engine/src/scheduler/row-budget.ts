/** Rows a step takes at least, so that prompts move however slow a model is. */
const minRows = 16;

/** Rows of the first step, of which nobody knows yet what it takes. */
const firstRows = 64;

/**
 * How many rows a step may have: as many as fit into the time a step should take, by what rows took lately. Results do
 * not depend on how prompts are cut, so the clock may decide.
 */
export class RowBudget {
  readonly #maxRows: number;
  readonly #now: () => number;
  #msPerRow = 0;
  #begunAt = 0;

  constructor(maxRows: number, now: () => number) {
    this.#maxRows = maxRows;
    this.#now = now;
  }

  /** For a step that should take `stepMs`. */
  rows(stepMs: number): number {
    if (this.#msPerRow === 0) return Math.min(this.#maxRows, firstRows);
    const fitting = Math.floor(stepMs / this.#msPerRow);
    return Math.max(minRows, Math.min(this.#maxRows, fitting));
  }

  begin(): void {
    this.#begunAt = this.#now();
  }

  end(rows: number): void {
    const msPerRow = (this.#now() - this.#begunAt) / rows;
    // Small steps are dominated by reading the weights and say little about the price of a row.
    if (rows < minRows) return;
    this.#msPerRow = this.#msPerRow === 0 ? msPerRow : 0.7 * this.#msPerRow + 0.3 * msPerRow;
  }
}
