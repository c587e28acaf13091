import { requestBounds } from "../../config/request-bounds.ts";
import { InvalidInput } from "../../refusals/refusal.ts";

const maxCharacters = requestBounds.pathCharacters.limit;
const maxSteps = requestBounds.pathSteps.limit;
const maxIndexes = requestBounds.pathIndexes.limit;

/**
 * The steps of a dotted path into a payload: `inputs.a\.b.0` has the steps `inputs`, `a.b` and `0`.
 */
export function stepsOf(path: string): string[] {
  return path.split(/(?<!\\)\./).map((step) => step.replaceAll("\\.", "."));
}

/**
 * Whether a step is the place of an item, counted from 0; in an object it is a name. It has the one
 * spelling of a JSON pointer (RFC 6901), so `00` is only a name.
 */
export function isIndex(step: string): boolean {
  return /^(?:0|[1-9]\d{0,8})$/.test(step);
}

/**
 * The steps of a path after the first, which names the payload.
 *
 * @throws InvalidInput if the path exceeds a limit.
 */
export function stepsWithin(path: string): string[] {
  if (path.length > maxCharacters) {
    throw new InvalidInput(
      `The path ${path.slice(0, 50)}… has ${path.length} characters; the limit is ${maxCharacters}.`,
    );
  }
  const steps = stepsOf(path).slice(1);
  refuseOver(path, steps.length, maxSteps, "steps");
  refuseOver(path, steps.filter(isIndex).length, maxIndexes, "steps that are numbers");
  return steps;
}

function refuseOver(path: string, count: number, limit: number, what: string): void {
  if (count <= limit) return;
  throw new InvalidInput(
    `The path ${path.length > 200 ? `${path.slice(0, 200)}…` : path} has ${count} ${what}; ` +
      `the limit is ${limit}. Ask for the value around it.`,
  );
}
