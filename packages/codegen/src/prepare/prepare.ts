import type { OpenApiDocument, SchemaObject } from "../document/openapi.ts";
import { withoutEmptyMembers, withTexts } from "./empty-members.ts";
import { refuseSelfContained } from "./self-contained.ts";
import { inheritedTags } from "./inherited-tags.ts";
import { plainSchema } from "./plain-schema.ts";
import { rewrite } from "./rewrite.ts";
import { NamedSchemas } from "./tag-values.ts";
import { taggedBranches } from "./tagged-branches.ts";
import { withViews } from "./views.ts";

/** The parts of a context that the preparation of a document needs. */
export interface PrepareOptions {
  readonly isStrict: boolean;
  readonly warn: (pointer: string, message: string) => void;
  readonly attempt: <Result>(action: () => Result) => Result | undefined;
}

/**
 * Prepares a document for the transforms: keywords in one spelling, discriminators backed by the
 * tags of their branches, and read-only and write-only properties required only on the side that
 * sends them.
 *
 * A strict document must already have this form, so only its bounds are checked.
 */
export function prepareDocument(
  document: OpenApiDocument,
  options: PrepareOptions,
): OpenApiDocument {
  const { isStrict, warn, attempt } = options;
  const named = new NamedSchemas(document.components?.schemas ?? {});
  const lookUp = (ref: string): SchemaObject | undefined => named.lookUp(ref);
  const plain = rewrite(document, "document", "#", (given, kind, pointer) => {
    const object = isStrict ? given : withTexts(withoutEmptyMembers(given, kind, pointer, warn));
    if (kind !== "schema") return object;
    const place = { pointer, isStrict, warn, lookUp };
    return attempt(() => plainSchema(object, place)) ?? {};
  });
  if (isStrict) return plain;
  const inheriting = withSchemas(plain, inheritedTags(plain.components?.schemas ?? {}));
  const inherited = new NamedSchemas(inheriting.components?.schemas ?? {});
  const tagged = rewrite(inheriting, "document", "#", (object, kind) =>
    kind === "schema" ? taggedBranches(object, inherited) : object,
  );
  refuseSelfContained(tagged.components?.schemas ?? {}, attempt);
  return withViews(tagged);
}

function withSchemas(
  document: OpenApiDocument,
  schemas: Readonly<Record<string, SchemaObject>>,
): OpenApiDocument {
  if (document.components?.schemas === undefined) return document;
  return { ...document, components: { ...document.components, schemas } };
}
