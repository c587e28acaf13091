import type { CodePointSet } from "./code-points.ts";

/** A regular expression as a tree; anchors are gone, since what is matched is always the whole text. */
export type RegexNode =
  | { readonly kind: "set"; readonly set: CodePointSet }
  | { readonly kind: "sequence"; readonly parts: readonly RegexNode[] }
  | { readonly kind: "choice"; readonly alternatives: readonly RegexNode[] }
  | {
      readonly kind: "repeat";
      readonly part: RegexNode;
      readonly min: number;
      /** undefined: without end */
      readonly max: number | undefined;
    };

/** How many characters a match has at least and at most; Infinity where there is no end. */
export function lengthsOf(node: RegexNode): { readonly min: number; readonly max: number } {
  switch (node.kind) {
    case "set":
      return { min: 1, max: 1 };
    case "sequence": {
      const parts = node.parts.map(lengthsOf);
      return {
        min: parts.reduce((sum, part) => sum + part.min, 0),
        max: parts.reduce((sum, part) => sum + part.max, 0),
      };
    }
    case "choice": {
      const parts = node.alternatives.map(lengthsOf);
      return {
        min: Math.min(...parts.map((part) => part.min)),
        max: Math.max(...parts.map((part) => part.max)),
      };
    }
    default: {
      const { min, max } = lengthsOf(node.part);
      const times = node.max ?? Infinity;
      return { min: min * node.min, max: max === 0 || times === 0 ? 0 : max * times };
    }
  }
}

/** How many sets there are once every counted repetition is written out: what an automaton for it costs. */
export function statesOf(node: RegexNode): number {
  switch (node.kind) {
    case "set":
      return 1;
    case "sequence":
      return node.parts.reduce((sum, part) => sum + statesOf(part), 0);
    case "choice":
      return node.alternatives.reduce((sum, part) => sum + statesOf(part), 0);
    default:
      return statesOf(node.part) * Math.max(1, node.max ?? node.min);
  }
}
