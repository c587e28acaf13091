import type { CodePointSet } from "../code-points.ts";

/** What a grammar is made of. Texts and sets are of code points; the automaton below turns them into bytes. */
export type Expression =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "set"; readonly set: CodePointSet }
  | { readonly kind: "sequence"; readonly parts: readonly Expression[] }
  | { readonly kind: "choice"; readonly alternatives: readonly Expression[] }
  | {
      readonly kind: "repeat";
      readonly part: Expression;
      readonly min: number;
      /** Infinity: without end. */
      readonly max: number;
    }
  | { readonly kind: "rule"; readonly name: string };

/** Rules by name; every name that an expression refers to is one of them. */
export interface Grammar {
  readonly root: string;
  readonly rules: ReadonlyMap<string, Expression>;
}

/** The expression of the empty text. */
export const nothing: Expression = { kind: "text", text: "" };

/** One after another; the empty text for none. */
export function sequence(parts: readonly Expression[]): Expression {
  const told = parts.filter((part) => !(part.kind === "text" && part.text === ""));
  if (told.length === 1) return told[0]!;
  return told.length === 0 ? nothing : { kind: "sequence", parts: told };
}

/** One of several; nothing matches a choice of none. */
export function choice(alternatives: readonly Expression[]): Expression {
  return alternatives.length === 1 ? alternatives[0]! : { kind: "choice", alternatives };
}
