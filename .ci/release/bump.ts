/** How much a version changes, from not at all to incompatibly. */
export type Bump = "none" | "patch" | "minor" | "major";

const order: readonly Bump[] = ["none", "patch", "minor", "major"];

/** Whether one bump is less than another. */
export function isLower(bump: Bump, than: Bump): boolean {
  return order.indexOf(bump) < order.indexOf(than);
}

/** The highest of some bumps; `none` if there are none. */
export function highest(bumps: readonly Bump[]): Bump {
  return bumps.reduce<Bump>((top, bump) => (isLower(top, bump) ? bump : top), "none");
}
