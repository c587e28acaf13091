import { asJson, coerce, isArray, namedMember } from "./coerce.ts";
import type { MultipartRules } from "./multipart.ts";
import type { JsonLimits } from "./json-limits.ts";
import { leaf } from "./nested.ts";
import type { AcceptedBody } from "./request-body.ts";

/** Maximum size of a part that is a name or an option. */
const fieldBytes = 64 * 1024;
/** Maximum size of a part that holds JSON. */
const jsonFieldBytes = 1024 * 1024;

type PartRules = Omit<
  MultipartRules,
  "validate" | "authorise" | "projectParts" | "entityParts" | "fileBytes" | "hold"
>;

/** The rules for the parts of a multipart body, from the operation table. */
export function partRules({ content }: AcceptedBody, limits: JsonLimits): PartRules {
  const { schema, files = [], optionalFiles = [], repeatedFiles = [], jsonParts = [] } = content;
  return {
    files,
    optionalFiles,
    repeatedFiles,
    fieldBytes: jsonParts.length > 0 ? jsonFieldBytes : fieldBytes,
    knows: (name) => namedMember(schema, name) !== undefined,
    mayRepeat: (name) => !jsonParts.includes(name) && isArray(namedMember(schema, name)),
    valueOf(name, texts) {
      const [first = ""] = texts;
      if (jsonParts.includes(name)) return asJson(first, limits);
      const member = namedMember(schema, name);
      return member ? coerce(member, leaf(texts)) : first;
    },
  };
}
