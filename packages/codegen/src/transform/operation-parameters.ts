import type { Context } from "../document/context.ts";
import type {
  OperationObject,
  ParameterObject,
  PathItemObject,
  ReferenceObject,
} from "../document/openapi.ts";
import { at } from "../document/pointer.ts";
import { SpecError } from "../document/spec-error.ts";

/** Headers that OpenAPI takes from elsewhere, so that a parameter of that name says nothing. */
const ignoredHeaders: readonly string[] = ["accept", "content-type", "authorization"];

/** Where an operation stands, with what its path says for all of its operations. */
export interface OperationPlace {
  readonly path: string;
  readonly item: PathItemObject;
  readonly source: OperationObject;
  readonly pointer: string;
}

/** The parameters of an operation, resolved, and as they are written. */
export interface OperationParameters {
  readonly parameters: readonly ParameterObject[];
  readonly parameterSources: readonly (ParameterObject | ReferenceObject)[];
}

/**
 * Parameters of the path hold for all its operations; the operation's own take their place, and of
 * two of the same name and place the later counts.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#path-item-object
 */
export function parametersOf(context: Context, place: OperationPlace): OperationParameters {
  const { path, item, source, pointer } = place;
  const byKey = new Map<string, [ParameterObject, ParameterObject | ReferenceObject]>();
  const above = at(pointer.slice(0, pointer.lastIndexOf("/")), "parameters");
  const lists: readonly [string, PathItemObject["parameters"]][] = [
    [above, item.parameters],
    [at(pointer, "parameters"), source.parameters],
  ];
  for (const [where, entries = []] of lists) {
    const here = new Set<string>();
    for (const [index, entry] of entries.entries()) {
      const parameter = context.resolve<ParameterObject>(entry, at(where, index));
      if (isIgnored(parameter, path, context, at(where, index))) continue;
      const key = `${parameter.in} ${parameter.name}`;
      if (here.has(key)) refuseSecond(parameter, context, at(where, index));
      here.add(key);
      byKey.set(key, [parameter, entry]);
    }
  }
  for (const name of namesIn(path)) {
    if (byKey.has(`path ${name}`)) continue;
    if (context.isStrict)
      throw new SpecError(pointer, `has no parameter for {${name}} of its path`);
    context.warn(pointer, `has no parameter for {${name}} of its path: read as a string`);
    const added = { name, in: "path", required: true, schema: { type: "string" } };
    byKey.set(`path ${name}`, [added, added]);
  }
  const parameters = [...byKey.values()];
  return {
    parameters: parameters.map(([parameter]) => required(parameter)),
    parameterSources: parameters.map(([, entry]) => entry),
  };
}

function refuseSecond(
  { in: where, name }: ParameterObject,
  context: Context,
  pointer: string,
): void {
  const problem = `${where} parameter ${name} stands twice in one list`;
  if (context.isStrict) throw new SpecError(pointer, `${problem}; keep one of the two`);
  context.warn(pointer, `${problem}: the later one counts`);
}

/** A path without one of its parts is another path, so all of its parameters are required. */
function required(parameter: ParameterObject): ParameterObject {
  if (parameter.in !== "path" || parameter.required === true) return parameter;
  return { ...parameter, required: true };
}

function isIgnored(
  { in: where, name }: ParameterObject,
  path: string,
  context: Context,
  pointer: string,
): boolean {
  if (where === "header" && ignoredHeaders.includes(name.toLowerCase())) {
    const problem = `header ${name} is no parameter: see OpenAPI's Parameter Object`;
    if (context.isStrict) throw new SpecError(pointer, problem);
    context.warn(pointer, `${problem}; left out`);
    return true;
  }
  if (where !== "path" || namesIn(path).includes(name)) return false;
  const problem = `path parameter ${name} is nowhere in ${path}`;
  if (context.isStrict) throw new SpecError(pointer, problem);
  context.warn(pointer, `${problem}: left out`);
  return true;
}

function namesIn(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
}
