import type { JinjaNode, JinjaValue } from "./jinja.ts";

// The parts of parsed templates that the interpreter looks into, and those that it puts in their place.

/** An expression whose value is known: it stands in for one that was evaluated already. */
export interface Known extends JinjaNode {
  readonly type: "Known";
  readonly value: JinjaValue;
}

/** An argument that is evaluated: a value, or a named or spread one around a value. */
export type Argument =
  | Known
  | (JinjaNode & { readonly key: { readonly value: string }; readonly value: Known })
  | (JinjaNode & { readonly argument: Known });

export interface BinaryNode extends JinjaNode {
  readonly operator: { readonly value: string };
  readonly left: JinjaNode;
  readonly right: JinjaNode;
}

export interface FilterNode extends JinjaNode {
  readonly operand: JinjaNode;
  readonly filter: JinjaNode & {
    readonly value?: string;
    readonly callee?: { readonly value?: string };
    readonly args?: readonly JinjaNode[];
  };
}

export interface FilterBlockNode extends JinjaNode {
  readonly body: readonly JinjaNode[];
  readonly filter: FilterNode["filter"];
}

export interface CallNode extends JinjaNode {
  readonly callee: JinjaNode & {
    readonly value?: unknown;
    readonly object?: JinjaNode;
    readonly property?: { readonly value?: string };
    readonly computed?: boolean;
  };
  readonly args: readonly JinjaNode[];
}

export interface MemberNode extends JinjaNode {
  readonly object: JinjaNode;
  readonly property: JinjaNode;
  readonly computed: boolean;
}

export interface TestNode extends JinjaNode {
  readonly operand: JinjaNode;
  readonly negate: boolean;
  readonly test: JinjaNode & { readonly value: string };
}

export interface SelectNode extends JinjaNode {
  readonly lhs: JinjaNode;
}

export interface ForNode extends JinjaNode {
  readonly iterable: JinjaNode;
  readonly body: readonly JinjaNode[];
}

/** A turn of a loop that is running. */
export interface TurnNode extends JinjaNode {
  readonly body: readonly JinjaNode[];
  readonly loop: { isBroken: boolean };
}

export interface IfNode extends JinjaNode {
  readonly test: JinjaNode;
  readonly body: readonly JinjaNode[];
  readonly alternate: readonly JinjaNode[];
}
