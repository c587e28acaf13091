import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";

type Schema = Readonly<Record<string, unknown>>;
/** A bundled document. */
export type Document = Readonly<Record<string, unknown>>;

/** Enough for every branch of a pattern; the seed makes each run the same. */
const sampling = { numRuns: 2_000, seed: 20_261_123 };

/**
 * Whether a schema of a request takes every text that it took in the last release. The diff rates a
 * change of a pattern, or of a text into a union with other values, as breaking, whatever it takes.
 * False for places outside of requests, and for schemas that were no text with a pattern.
 *
 * The answer comes from a sample of the old pattern.
 */
export function takesWhatItTook(pointer: string, old: Document, now: Document): boolean {
  if (!/\/(?:requestBody|parameters)\//.test(pointer)) return false;
  const owner = pointer.replace(/\/anyOf(?:\/\d+)?$/, "");
  const before = schemaAt(old, owner);
  const pattern = patternOf(before, old);
  if (pattern === undefined) return false;
  const after = schemaAt(now, owner);
  const { components } = now;
  const takes = new Ajv2020({ strict: false }).compile({ ...after, components });
  const texts = fc.sample(fc.stringMatching(new RegExp(pattern, "u")), sampling);
  return texts.every((text) => takes(text)) && (!takesNull(before) || takes(null));
}

/** The pattern of a text, or of a text beside null. */
function patternOf(schema: Schema, document: Document): string | undefined {
  const branches = ((schema["anyOf"] as Schema[] | undefined) ?? [schema])
    .map((branch) => resolved(branch, document))
    .filter(({ type }) => type !== "null");
  const [only] = branches;
  if (branches.length !== 1 || only?.["type"] !== "string") return undefined;
  return typeof only["pattern"] === "string" ? only["pattern"] : undefined;
}

function takesNull({ anyOf = [] }: Schema): boolean {
  return (anyOf as readonly Schema[]).some(({ type }) => type === "null");
}

/** The schema at a pointer, through every reference on the way. */
function schemaAt(document: Document, pointer: string): Schema {
  let at: Schema = document;
  for (const segment of pointer.replace(/^#\//, "").split("/")) {
    const name = segment.replaceAll("~1", "/").replaceAll("~0", "~");
    at = resolved((at[name] ?? {}) as Schema, document);
  }
  return at;
}

function resolved(schema: Schema, document: Document): Schema {
  const { $ref } = schema;
  return typeof $ref === "string" ? schemaAt(document, $ref) : schema;
}
