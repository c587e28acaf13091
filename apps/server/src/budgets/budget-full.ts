/** Who has as much as there is: the one who asks, or all together. */
export type Full = "owner" | "all";

/** There is no room for a request just now; the same request may fit later. */
export class BudgetFull extends Error {
  readonly full: Full;

  constructor(full: Full, message: string) {
    super(message);
    this.name = "BudgetFull";
    this.full = full;
  }
}

/** A request wants more than one request may have, however much room there is. */
export class OverAllowance extends Error {
  constructor(message: string) {
    super(message);
    this.name = "OverAllowance";
  }
}
