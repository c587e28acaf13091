import { isAtPointer } from "../access/pointer.ts";
import { type ApiError, InvalidRequest, InvalidValue, type Issue } from "../errors.ts";

/** A place whose wrong value answers another status than 422. */
export interface StatusRule {
  readonly segments: readonly string[];
  readonly status: number;
}

/** The error for a value that does not fit its schema. */
export function refusal(issues: readonly Issue[], rules: readonly StatusRule[]): ApiError {
  const statuses = new Set(issues.map((issue) => ruledStatus(issue, rules)));
  const [status] = statuses;
  // If the faults have different statuses, the answer is a 422 that lists all of them.
  if (statuses.size !== 1 || status === undefined) return new InvalidRequest(issues);
  return new InvalidValue(status, issues);
}

function ruledStatus(issue: Issue, rules: readonly StatusRule[]): number | undefined {
  const path = issue.loc.slice(1);
  return rules.find((rule) => isAtPointer(path, rule.segments))?.status;
}
