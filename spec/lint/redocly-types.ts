/** What our rules see of redocly, which publishes no types for the plugins of its command line. */
export interface Context {
  readonly location: Location;
  /** The name that the node stands under. */
  readonly key: string | number;
  resolve<Node>(node: Node, from?: string): { node: Node | undefined; location?: Location };
  report(problem: { message: string; location: Location }): void;
}

export interface Location {
  readonly source: { readonly absoluteRef: string; readonly body: string };
  readonly absolutePointer: string;
  child(members: string | readonly (string | number)[]): Location;
  /** Of the name itself instead of what stands under it. */
  key(): Location;
}

/** A rule makes its visitors once a document, so that what they gather belongs to it alone. */
export type Rule = () => Readonly<Record<string, unknown>>;

export interface Operation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses?: Readonly<Record<string, { readonly content?: Content }>>;
  readonly security?: readonly unknown[];
  readonly "x-access"?: string;
  readonly "x-project"?: unknown;
  readonly "x-idempotent"?: unknown;
  readonly "x-unpaged"?: string;
  readonly "x-compat"?: unknown;
}

export interface RequestBody {
  readonly $ref?: string;
  readonly content: Content;
}

export type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

export interface Parameter {
  readonly $ref?: string;
  readonly in?: string;
  readonly name?: string;
  readonly schema?: Schema;
}

export interface PathItem {
  readonly parameters?: readonly Parameter[];
}

export interface Schema {
  readonly $ref?: string;
  readonly title?: string;
  readonly pattern?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}
