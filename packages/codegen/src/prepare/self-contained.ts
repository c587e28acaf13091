import type { Named, SchemaObject } from "../document/openapi.ts";
import { SpecError } from "../document/spec-error.ts";
import { nameOf, refTo } from "./tag-values.ts";

/**
 * Refuses named schemas that contain themselves at the same place of a value, such as an `allOf` of
 * itself: whether a value matches would depend on itself.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-core#section-9.4.1
 */
export function refuseSelfContained(
  schemas: Named<SchemaObject>,
  attempt: <Result>(action: () => Result) => Result | undefined,
): void {
  const done = new Set<string>();
  const visit = (name: string, open: readonly string[]): void => {
    if (open.includes(name)) {
      const circle = [...open.slice(open.indexOf(name)), name].join(" is a ");
      const problem = `contains itself, so no value can be checked against it: ${circle}`;
      throw new SpecError(refTo(name), problem);
    }
    if (done.has(name)) return;
    done.add(name);
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    for (const other of samePlace(schema ?? true)) visit(other, [...open, name]);
  };
  for (const name of Object.keys(schemas)) attempt(() => visit(name, []));
}

/** The named schemas that apply to the same value. */
function samePlace(schema: SchemaObject): readonly string[] {
  if (typeof schema === "boolean") return [];
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema;
  const own = $ref === undefined ? undefined : nameOf($ref);
  const parts = [...allOf, ...anyOf, ...oneOf];
  const others = [schema["not"], schema["if"], schema["then"], schema["else"]];
  const below = [...parts, ...(others as (SchemaObject | undefined)[])].flatMap((part) =>
    part === undefined ? [] : samePlace(part),
  );
  return own === undefined ? below : [own, ...below];
}
