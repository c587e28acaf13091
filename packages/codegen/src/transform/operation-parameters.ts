import type { Context } from "../document/context.ts";
import type {
  OperationObject,
  ParameterObject,
  PathItemObject,
  ReferenceObject,
} from "../document/openapi.ts";
import { at } from "../document/pointer.ts";
import { SpecError } from "../document/spec-error.ts";

/** Headers that OpenAPI defines elsewhere, so that a parameter with such a name has no meaning. */
const ignoredHeaders: readonly string[] = ["accept", "content-type", "authorization"];

/** The place of an operation, with the parameters that its path gives to all its operations. */
export interface OperationPlace {
  readonly path: string;
  readonly item: PathItemObject;
  readonly source: OperationObject;
  readonly pointer: string;
}

/** The parameters of an operation, resolved, and as the document writes them. */
export interface OperationParameters {
  readonly parameters: readonly ParameterObject[];
  readonly parameterSources: readonly (ParameterObject | ReferenceObject)[];
}

/**
 * Parameters of the path apply to all its operations, and the operation's own parameters replace
 * them. Of two parameters with the same name and place, the later one counts.
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
  const problem = `${where} parameter ${name} is listed twice`;
  if (context.isStrict) throw new SpecError(pointer, `${problem}; keep one of them`);
  context.warn(pointer, `${problem}: the later one counts`);
}

/** Without one of its parameters a path would be another path, so all of them are required. */
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
    const problem = `the header ${name} cannot be a parameter: see OpenAPI's Parameter Object`;
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
