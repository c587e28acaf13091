/** The comparison operators. */
export type Comparison = "$eq" | "$gt" | "$gte" | "$lt" | "$lte";

/** The target types of `$convert`. */
export type Target = "double" | "string" | "int" | "bool" | "exists";

export type Literal = string | number | boolean | null | readonly Literal[] | LiteralMap;
export interface LiteralMap {
  readonly [key: string]: Literal;
}

/** A query as a tree. The compiler turns it into SQL node by node. */
export type Node =
  | { readonly kind: "literal"; readonly value: Literal }
  | { readonly kind: "field"; readonly path: string }
  | { readonly kind: "convert"; readonly input: Node; readonly to: Target }
  | { readonly kind: "size"; readonly input: Node }
  | { readonly kind: "and" | "or"; readonly operands: readonly Node[] }
  | { readonly kind: "not"; readonly operand: Node }
  | {
      readonly kind: "compare";
      readonly operator: Comparison;
      readonly left: Node;
      readonly right: Node;
    }
  | { readonly kind: "in"; readonly left: Node; readonly candidates: readonly Node[] }
  | {
      readonly kind: "contains";
      readonly input: Node;
      readonly substring: Node;
      readonly ignoresCase: boolean;
    };
