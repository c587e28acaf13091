import type { StructuralTag } from "@heddle/engine";
import { InvalidParameter } from "../../../refusals/invalid-parameter.ts";
import { isRecord } from "./read-json-schema.ts";

/**
 * A structural tag, in its newer form with `format` or in its older one with `structures` and
 * `triggers`.
 *
 * @throws InvalidParameter where it is neither; the engine checks formats and schemas
 */
export function readStructuralTag(value: unknown, param: string): StructuralTag {
  if (isRecord(value) && value["format"] !== undefined) {
    if (isRecord(value["format"])) return { format: value["format"] };
    throw new InvalidParameter(param, `${param}: the format of a structural tag is an object.`);
  }
  if (isRecord(value)) {
    const { structures, triggers } = value;
    if (isList(structures, isStructure) && isList(triggers, isText)) {
      return { structures: structures.map(structureOf), triggers };
    }
  }
  throw new InvalidParameter(
    param,
    `${param} is no structural tag: it needs a format, or structures of begin, schema and end together with triggers.`,
  );
}

interface Structure {
  readonly begin: string;
  readonly schema?: unknown;
  readonly end: string;
}

/** Null is no schema: the section may then be any JSON. */
function structureOf({ begin, schema, end }: Structure): Structure {
  return (schema ?? null) === null ? { begin, end } : { begin, schema, end };
}

function isStructure(value: unknown): value is Structure {
  return isRecord(value) && isText(value["begin"]) && isText(value["end"]);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isList<Item>(
  value: unknown,
  isItem: (item: unknown) => item is Item,
): value is readonly Item[] {
  return Array.isArray(value) && value.length > 0 && value.every(isItem);
}
