import { requestBounds } from "../../../config/request-bounds.ts";
import { InvalidInput } from "../../../refusals/refusal.ts";
import { stepsOf } from "../../query/field-path.ts";

/** The payloads of a call: only they can hold the ref of an object as a value. */
export type PayloadRoot = "inputs" | "output" | "attributes" | "summary";

export const payloadRoots: readonly PayloadRoot[] = ["inputs", "output", "attributes", "summary"];

/** A place on the paths of the columns to expand. */
export interface ExpandNode {
  /** Whether the value of a ref takes the place of the ref. */
  readonly isExpanded: boolean;
  readonly steps: ReadonlyMap<string, ExpandNode>;
}

/** The columns to expand as a tree, by payload. */
export type ExpandTree = ReadonlyMap<string, ExpandNode>;

interface GrowingNode {
  isExpanded: boolean;
  readonly steps: Map<string, GrowingNode>;
}

/**
 * The tree of the columns that a request expands.
 *
 * @throws InvalidInput for more columns or longer paths than the limits.
 */
export function expandTree(columns: readonly string[]): ExpandTree {
  const { limit } = requestBounds.expandColumns;
  if (columns.length > limit) {
    throw new InvalidInput(
      `expand_columns has ${columns.length} entries; the limit is ${limit}. ` +
        "Name only the paths that you need.",
    );
  }
  const tree = new Map<string, GrowingNode>();
  for (const column of columns) {
    const length = requestBounds.pathCharacters.limit;
    if (column.length > length) {
      throw new InvalidInput(
        `A path in expand_columns has ${column.length} characters; the limit is ${length}.`,
      );
    }
    let steps = tree;
    let node: GrowingNode | undefined;
    for (const step of stepsOf(column)) {
      node = steps.get(step) ?? { isExpanded: false, steps: new Map() };
      steps.set(step, node);
      steps = node.steps;
    }
    if (node) node.isExpanded = true;
  }
  return tree;
}
