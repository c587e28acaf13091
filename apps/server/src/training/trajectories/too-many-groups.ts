import type { Training } from "@heddle/types";
import { requestBounds } from "../../config/request-bounds.ts";
import { OverLimit } from "../../refusals/refusal.ts";

/** A request has more groups than are recorded at once: while one writes its rows, the others wait. */
export class TooManyGroups extends OverLimit {
  constructor(count: number) {
    const { limit } = requestBounds.trajectoryGroups;
    super(`The request has ${count} groups; the limit is ${limit}. Send them in several requests.`);
  }
}

/** @throws TooManyGroups */
export function refuseManyGroups(groups: readonly Training.TrajectoryGroup[]): void {
  if (groups.length > requestBounds.trajectoryGroups.limit) throw new TooManyGroups(groups.length);
}
