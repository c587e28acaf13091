/** Whose share of a budget is full: that of the owner of the request, or that of all together. */
export type Full = "owner" | "all";

/** A budget has no room for a request now; the same request may fit later. */
export class BudgetFull extends Error {
  readonly full: Full;

  constructor(full: Full, message: string) {
    super(message);
    this.name = "BudgetFull";
    this.full = full;
  }
}

/** A request needs more than a single request may have, so trying again does not help. */
export class OverAllowance extends Error {
  constructor(message: string) {
    super(message);
    this.name = "OverAllowance";
  }
}
