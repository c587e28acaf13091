import type { CodePointRange, CodePointSet } from "./code-points.ts";
import type { RegexNode } from "./regex-tree.ts";

/** Positions that may begin and end a part, and whether it may be empty. */
interface Ends {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly isNullable: boolean;
}

/**
 * Whether the next character always tells which part of a regular expression it belongs to, counts included: the
 * one-unambiguous expressions of Brüggemann-Klein and Wood (1998), checked on Glushkov's automaton.
 *
 * @param beginningsOf what of a set counts when two are compared
 */
export function isDeterministic(
  root: RegexNode,
  beginningsOf: (set: CodePointSet) => CodePointSet,
): boolean {
  const sets: CodePointSet[] = [];
  const follow: number[][] = [];
  let isAmbiguousCount = false;

  const connect = (from: readonly number[], to: readonly number[]): void => {
    for (const position of from) follow[position]!.push(...to);
  };
  const visit = (node: RegexNode): Ends => {
    switch (node.kind) {
      case "set": {
        const position = sets.push(beginningsOf(node.set)) - 1;
        follow.push([]);
        return { first: [position], last: [position], isNullable: false };
      }
      case "choice": {
        const parts = node.alternatives.map(visit);
        return {
          first: parts.flatMap((part) => part.first),
          last: parts.flatMap((part) => part.last),
          isNullable: parts.some((part) => part.isNullable),
        };
      }
      case "sequence": {
        let whole: Ends = { first: [], last: [], isNullable: true };
        for (const part of node.parts.map(visit)) {
          connect(whole.last, part.first);
          whole = {
            first: whole.isNullable ? [...whole.first, ...part.first] : whole.first,
            last: part.isNullable ? [...whole.last, ...part.last] : part.last,
            isNullable: whole.isNullable && part.isNullable,
          };
        }
        return whole;
      }
      default: {
        const part = visit(node.part);
        const isLoop = node.max === undefined || node.max > 1;
        // An empty round, or a round that may be one more or one less, makes counts ambiguous.
        if (isLoop) {
          if (part.isNullable) isAmbiguousCount = true;
          connect(part.last, part.first);
        }
        // A counted loop that may end while the next part begins alike is caught below: its last position has both.
        return { ...part, isNullable: part.isNullable || node.min === 0 };
      }
    }
  };
  const whole = visit(root);
  if (isAmbiguousCount) return false;
  return [whole.first, ...follow].every((positions) =>
    areDisjoint(positions.map((at) => sets[at]!)),
  );
}

function areDisjoint(sets: readonly CodePointSet[]): boolean {
  const ranges: CodePointRange[] = sets.flat().sort((a, b) => a[0] - b[0]);
  return ranges.every((range, index) => index === 0 || range[0] > ranges[index - 1]![1]);
}
