import type { OpenApiDocument, SchemaObject } from "../document/openapi.ts";
import { withoutEmptyMembers, withTexts } from "./empty-members.ts";
import { refuseSelfContained } from "./self-contained.ts";
import { inheritedTags } from "./inherited-tags.ts";
import { plainSchema } from "./plain-schema.ts";
import { rewrite } from "./rewrite.ts";
import { NamedSchemas } from "./tag-values.ts";
import { taggedBranches } from "./tagged-branches.ts";
import { withViews } from "./views.ts";

/** What preparing a document needs of its context. */
export interface PrepareOptions {
  readonly isStrict: boolean;
  readonly warn: (pointer: string, message: string) => void;
  readonly attempt: <Result>(action: () => Result) => Result | undefined;
}

/**
 * A document as the transforms want it: keywords in one spelling, discriminators held by the tags
 * of their branches, read-only and write-only properties required only where they are sent.
 *
 * Of a strict document only the bounds are looked at: it has to say all that itself.
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
