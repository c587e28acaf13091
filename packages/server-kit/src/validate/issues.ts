import type { ZodError } from "zod";
import type { Issue } from "../errors.ts";

type ZodIssue = ZodError["issues"][number];
type UnionIssue = Extract<ZodIssue, { code: "invalid_union" }>;

const maxIssues = 20;
const maxInputLength = 120;

/**
 * The issues of a failed validation as the services tell them, at most twenty.
 *
 * Where no branch of a union fits, the one that got furthest speaks for it.
 */
export function issuesOf(error: ZodError, input: unknown, where: string): readonly Issue[] {
  return flatten(error.issues, [], maxIssues).map(({ path, issue }) =>
    describe(issue, [where, ...path], valueAt(input, path)),
  );
}

interface Placed {
  readonly path: readonly (string | number)[];
  readonly issue: ZodIssue;
}

function flatten(
  issues: readonly ZodIssue[],
  prefix: readonly (string | number)[],
  room: number,
): Placed[] {
  const placed: Placed[] = [];
  for (const issue of issues) {
    if (placed.length >= room) break;
    const path = [...prefix, ...issue.path.map(member)];
    const branch = issue.code === "invalid_union" ? bestBranch(issue) : undefined;
    if (branch) placed.push(...flatten(branch, path, room - placed.length));
    else placed.push({ path, issue });
  }
  return placed;
}

/**
 * The branch that was most likely meant: its first fault lies deepest (the tag fitted, the content
 * did not), then it has the fewest. `undefined` where none looked inside the value.
 */
function bestBranch(union: UnionIssue): readonly ZodIssue[] | undefined {
  let best: readonly ZodIssue[] | undefined;
  let bestDepth = 0;
  for (const branch of union.errors) {
    const depth = Math.min(...branch.map(depthOf));
    const closer = depth === bestDepth && best !== undefined && branch.length < best.length;
    if (depth > bestDepth || closer) {
      best = branch;
      bestDepth = depth;
    }
  }
  return best;
}

function depthOf(issue: ZodIssue): number {
  if (issue.code !== "invalid_union") return issue.path.length;
  const inner = bestBranch(issue);
  return issue.path.length + (inner ? Math.min(...inner.map(depthOf)) : 0);
}

function describe(issue: ZodIssue, loc: Issue["loc"], value: unknown): Issue {
  if (value === undefined) return { loc, msg: "Field required", type: "missing" };
  const input = briefly(value);
  const described = { loc, msg: message(issue), type: issue.code };
  return input === undefined ? described : { ...described, input };
}

function message(issue: ZodIssue): string {
  if (issue.code !== "invalid_union") return issue.message;
  const expected = new Set(
    issue.errors.flat().flatMap((inner) => ("expected" in inner ? [inner.expected] : [])),
  );
  return expected.size > 0
    ? `Invalid input: expected ${[...expected].join(" or ")}`
    : issue.message;
}

/** Scalars are repeated, cut short; containers are not. */
function briefly(value: unknown): unknown {
  if (typeof value === "object" && value !== null) return undefined;
  if (typeof value !== "string" || value.length <= maxInputLength) return value;
  return `${value.slice(0, maxInputLength)}…`;
}

function member(key: PropertyKey): string | number {
  return typeof key === "number" ? key : String(key);
}

function valueAt(input: unknown, path: readonly (string | number)[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string | number, unknown>)[key];
  }
  return value;
}
