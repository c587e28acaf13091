import { stepsWithin } from "../../query/field-path.ts";

const roots = ["inputs", "output", "attributes", "summary"] as const;

/** A payload that queries look into. */
export type PayloadRoot = (typeof roots)[number];

/** The place of a value in a payload; without steps the payload itself. */
export interface PayloadPath {
  readonly root: PayloadRoot;
  readonly steps: readonly string[];
}

/**
 * Reads the path of a field; undefined if it does not lead into a payload.
 *
 * @throws InvalidInput if the path exceeds a limit.
 */
export function payloadPath(path: string): PayloadPath | undefined {
  const root = roots.find((name) => path === name || path.startsWith(`${name}.`));
  if (root === undefined) return undefined;
  return { root, steps: stepsWithin(path) };
}
