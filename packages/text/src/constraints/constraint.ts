/** What a completion must look like. The engine allows only tokens that can still lead there. */
export type Constraint =
  | {
      readonly kind: "json";
      /** A JSON schema; left out: any JSON object. */
      readonly schema?: unknown;
      /** Whether white space other than one space after `,` and `:` may be written; default false. */
      readonly anyWhitespace?: boolean;
      /** Whether objects may have properties that the schema does not name where it is silent; default true. */
      readonly additionalProperties?: boolean;
    }
  | { readonly kind: "regex"; readonly pattern: string }
  | { readonly kind: "choice"; readonly choices: readonly string[] }
  /** EBNF with a rule `root`. */
  | { readonly kind: "grammar"; readonly grammar: string }
  | { readonly kind: "structural_tag"; readonly tag: StructuralTag };

/** Free text in which a section that opens with a trigger must follow a schema until its end. */
export type StructuralTag =
  | {
      readonly structures: readonly {
        readonly begin: string;
        readonly schema?: unknown;
        readonly end: string;
      }[];
      readonly triggers: readonly string[];
    }
  | { readonly format: unknown };
