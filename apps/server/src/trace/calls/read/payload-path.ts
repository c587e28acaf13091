import { InvalidInput } from "../../../refusals/refusal.ts";
import { requestBounds } from "../../../config/request-bounds.ts";
import { isIndex, stepsOf } from "../../query/field-path.ts";

const roots = ["inputs", "output", "attributes", "summary"] as const;

/** A payload that queries look into. */
export type PayloadRoot = (typeof roots)[number];

/** The place of a value in a payload; without steps the payload itself. */
export interface PayloadPath {
  readonly root: PayloadRoot;
  readonly steps: readonly string[];
}

const maxCharacters = requestBounds.pathCharacters.limit;
const maxSteps = requestBounds.pathSteps.limit;
const maxIndexes = requestBounds.pathIndexes.limit;

/**
 * Reads the path of a field; undefined if it does not lead into a payload.
 *
 * @throws InvalidInput if the path exceeds a limit.
 */
export function payloadPath(path: string): PayloadPath | undefined {
  const root = roots.find((name) => path === name || path.startsWith(`${name}.`));
  if (root === undefined) return undefined;
  if (path.length > maxCharacters) {
    throw new InvalidInput(
      `The path ${path.slice(0, 50)}… has ${path.length} characters; the limit is ${maxCharacters}.`,
    );
  }
  const steps = stepsOf(path).slice(1);
  refuseOver(path, steps.length, maxSteps, "steps");
  refuseOver(path, steps.filter(isIndex).length, maxIndexes, "steps that are numbers");
  return { root, steps };
}

function refuseOver(path: string, count: number, limit: number, what: string): void {
  if (count <= limit) return;
  throw new InvalidInput(
    `The path ${path.length > 200 ? `${path.slice(0, 200)}…` : path} has ${count} ${what}; ` +
      `the limit is ${limit}. Ask for the value around it.`,
  );
}
