import { unnamedMembers, type SchemaReader } from "@heddle/server-kit";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import { documentReader } from "./document-reader.ts";
import type { Document, Schema } from "./document.ts";

/** The verdict of an independent validator on a value. */
export interface Verdict {
  readonly valid: boolean;
  /** The place and the reason of each fault, readable in a failing test. */
  readonly because: string;
}

/** A validator that shares no code with the one the kit uses. */
export interface Judge {
  judge(schema: Schema, value: unknown): Verdict;
  /** The same for an answer, whose schema must also name every member. */
  judgeAnswer(schema: Schema, value: unknown): Verdict;
  /** Reads the schemas of the document. */
  readonly reader: SchemaReader<Schema>;
}

/**
 * A judge for the schemas of one document, by ajv in its 2020-12 dialect.
 *
 * Formats are annotations in 2020-12 and are not asserted: where the spec means to refuse, it has a
 * pattern.
 */
export function judgeFor(document: Document): Judge {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: false });
  ajv.addSchema({ $id: "document", ...document });
  const compiled = new Map<Schema, ReturnType<typeof ajv.compile>>();
  const judge = (schema: Schema, value: unknown): Verdict => {
    const validate = compiled.get(schema) ?? ajv.compile(absolute(schema) as object);
    compiled.set(schema, validate);
    const valid = validate(value) === true;
    return { valid, because: valid ? "" : explain(validate.errors ?? []) };
  };
  const reader = documentReader(document, (schema, value) => judge(schema, value).valid);
  return {
    judge,
    reader,
    judgeAnswer(schema, value) {
      const verdict = judge(schema, value);
      if (!verdict.valid) return verdict;
      const unnamed = [...unnamedMembers(reader, schema, value)];
      const because = unnamed.map((place) => `/${place.join("/")} is not named`).join("; ");
      return { valid: unnamed.length === 0, because };
    },
  };
}

/** The same schema with its local references pointing into the registered document. */
function absolute(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(absolute);
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === "$ref" && typeof value === "string" && value.startsWith("#")
        ? `document${value}`
        : absolute(value),
    ]),
  );
}

function explain(errors: readonly ErrorObject[]): string {
  return errors.map(({ instancePath, message }) => `${instancePath || "/"} ${message}`).join("; ");
}
