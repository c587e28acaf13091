/** One thing that a schema says about the members of an object, or about the items of a list. */
export type SchemaPart<Schema> =
  /** The value must fit this schema too: a reference, a part of `allOf`. */
  | { readonly kind: "also"; readonly schema: Schema }
  /** The value must fit some of these: `anyOf`, `oneOf`. */
  | { readonly kind: "branches"; readonly branches: readonly Schema[] }
  /** The schemas of a member, none if it may be anything; `undefined` if it is not named. */
  | { readonly kind: "object"; member(name: string): readonly Schema[] | undefined }
  /** The schemas of an item; none if it may be anything. */
  | { readonly kind: "list"; item(index: number): readonly Schema[] };

/** Reads schemas of one kind. */
export interface SchemaReader<Schema> {
  /**
   * What a schema says about members and items. An empty list means that it describes none of them:
   * it accepts anything, or only texts and numbers.
   */
  read(schema: Schema): readonly SchemaPart<Schema>[];
  /** Whether a value fits a branch. */
  fits(schema: Schema, value: unknown): boolean;
}

/** The place of a member in a value: names and indexes, from the outside in. */
export type MemberPlace = readonly (string | number)[];

/**
 * The members of an answer that its schema does not name, each once; what is inside them is not
 * listed. The value must fit the schema.
 *
 * A schema accepts members that it does not name, since it may describe requests too. In an answer
 * they are a fault, for no document tells clients of them. Exceptions are objects that are open by
 * word (`additionalProperties`) and members that no schema describes (`x-raw-json`). In a union, a
 * member counts as named if a branch that the value fits names it.
 *
 * @example
 * [...unnamedMembers(reader, schema, { id: "1", debug: 7 })]; // [["debug"]]
 */
export function unnamedMembers<Schema>(
  reader: SchemaReader<Schema>,
  schema: Schema,
  value: unknown,
): Iterable<MemberPlace> {
  return walk(reader, [[schema]], value, []);
}

type Described<Schema> = Extract<SchemaPart<Schema>, { kind: "object" | "list" }>;

/** What applies to one value together. In a union each branch that the value fits makes one. */
type Alternative<Item> = readonly Item[];

function* walk<Schema>(
  reader: SchemaReader<Schema>,
  schemas: readonly Alternative<Schema>[],
  value: unknown,
  place: MemberPlace,
): Generator<MemberPlace> {
  if (typeof value !== "object" || value === null) return;
  const alternatives = schemas.flatMap((together) => described(reader, together, value));
  // An alternative that describes nothing accepts anything.
  if (alternatives.some(({ length }) => length === 0)) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const inner = alternatives.map((parts) =>
        parts.flatMap((part) => (part.kind === "list" ? part.item(index) : [])),
      );
      yield* walk(reader, distinct(inner), item, [...place, index]);
    }
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    const inner = alternatives.flatMap((parts) => naming(parts, name));
    if (inner.length === 0) yield [...place, name];
    else yield* walk(reader, distinct(inner), member, [...place, name]);
  }
}

/** The schemas of a member in one alternative; an empty list if the alternative does not name it. */
function naming<Schema>(
  parts: Alternative<Described<Schema>>,
  name: string,
): readonly Alternative<Schema>[] {
  const named = parts.flatMap((part) => {
    const schemas = part.kind === "object" ? part.member(name) : undefined;
    return schemas ? [schemas] : [];
  });
  return named.length > 0 ? [named.flat()] : [];
}

/** The alternatives of several schemas that a value fits together. */
function described<Schema>(
  reader: SchemaReader<Schema>,
  together: Alternative<Schema>,
  value: object,
): readonly Alternative<Described<Schema>>[] {
  let found: readonly Alternative<Described<Schema>>[] = [[]];
  for (const part of together.flatMap((schema) => reader.read(schema))) {
    const more = alternativesOf(reader, part, value);
    if (more.length > 0) found = found.flatMap((one) => more.map((other) => [...one, ...other]));
  }
  return found;
}

function alternativesOf<Schema>(
  reader: SchemaReader<Schema>,
  part: SchemaPart<Schema>,
  value: object,
): readonly Alternative<Described<Schema>>[] {
  if (part.kind === "also") return described(reader, [part.schema], value);
  if (part.kind !== "branches") return [[part]];
  return part.branches
    .filter((branch) => reader.fits(branch, value))
    .flatMap((branch) => described(reader, [branch], value));
}

/** Several branches often share the schema of a member: without this, they double at each level. */
function distinct<Item>(alternatives: readonly Alternative<Item>[]): readonly Alternative<Item>[] {
  const found: Alternative<Item>[] = [];
  for (const one of alternatives) {
    const isKnown = found.some(
      (other) => other.length === one.length && other.every((item, index) => item === one[index]),
    );
    if (!isKnown) found.push(one);
  }
  return found;
}
