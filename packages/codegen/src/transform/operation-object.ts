import type { AccessLevel, Context } from "../document/context.ts";
import type {
  Named,
  OperationObject,
  ParameterObject,
  PathItemObject,
  ReferenceObject,
  RequestBodyObject,
  ResponseObject,
} from "../document/openapi.ts";
import { at } from "../document/pointer.ts";
import { SpecError } from "../document/spec-error.ts";

const methods = ["get", "put", "post", "delete", "patch", "head", "options"] as const;
const accessLevels: readonly string[] = ["public", "read", "write", "admin"];

/** One operation of the document with everything it inherits or refers to in place. */
export interface Operation {
  /** `calls.start`. */
  readonly id: string;
  readonly resource: string;
  readonly verb: string;
  readonly method: (typeof methods)[number];
  readonly path: string;
  /** Of the operation; errors name it. */
  readonly pointer: string;
  /** As it stands in the document. */
  readonly source: OperationObject;
  /** Of the path and of the operation. */
  readonly parameters: readonly ParameterObject[];
  /** The same as they are written, references among them. */
  readonly parameterSources: readonly (ParameterObject | ReferenceObject)[];
  readonly body: RequestBodyObject | undefined;
  readonly responses: Named<ResponseObject>;
  readonly access: AccessLevel;
  /** `x-project`, as written. */
  readonly projects: readonly string[];
  /** The operation that this is a second spelling of. */
  readonly compatOf: string | undefined;
}

/**
 * All operations in the order of the document.
 *
 * Throws `SpecError` where one has no usable id, access or response.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#operation-object
 */
export function operationsOf(context: Context): readonly Operation[] {
  const operations = Object.entries(context.document.paths).flatMap(([path, item]) => {
    const pointer = at("#/paths", path);
    const resolved = context.resolve<PathItemObject>(item, pointer);
    return methods
      .filter((method) => resolved[method] !== undefined)
      .map((method) => operationOf(context, path, method, resolved, at(pointer, method)));
  });
  assertKnownSpellings(operations);
  return operations;
}

function operationOf(
  context: Context,
  path: string,
  method: Operation["method"],
  item: PathItemObject,
  pointer: string,
): Operation {
  const source = item[method] as OperationObject;
  const { id, resource, verb } = nameOf(source, pointer);
  const { requestBody, responses = {} } = source;
  const access = accessOf(source, context, pointer);
  return {
    id,
    resource,
    verb,
    method,
    path,
    pointer,
    source,
    ...parametersOf(context, item, source, pointer),
    body:
      requestBody === undefined
        ? undefined
        : context.resolve<RequestBodyObject>(requestBody, at(pointer, "requestBody")),
    responses: mapValues(responses, (response, status) =>
      context.resolve<ResponseObject>(response, at(pointer, "responses", status)),
    ),
    access,
    projects: projectsOf(source, access, context, pointer),
    compatOf: compatOf(source, pointer),
  };
}

function nameOf(
  source: OperationObject,
  pointer: string,
): { id: string; resource: string; verb: string } {
  const id = source.operationId ?? "";
  const [resource = "", verb = "", ...more] = id.split(".");
  if (!/^[a-z]\w*$/i.test(resource) || !/^[a-z]\w*$/i.test(verb) || more.length > 0) {
    const problem = `is ${JSON.stringify(id)}; it must be <resource>.<verb>, as in calls.start`;
    throw new SpecError(at(pointer, "operationId"), problem);
  }
  return { id, resource, verb };
}

/** Parameters of the path hold for all its operations; the operation's own take their place. */
function parametersOf(
  context: Context,
  item: PathItemObject,
  source: OperationObject,
  pointer: string,
): Pick<Operation, "parameters" | "parameterSources"> {
  const byKey = new Map<string, [ParameterObject, ParameterObject | ReferenceObject]>();
  const all: readonly (ParameterObject | ReferenceObject)[] = [
    ...(item.parameters ?? []),
    ...(source.parameters ?? []),
  ];
  for (const [index, entry] of all.entries()) {
    const parameter = context.resolve<ParameterObject>(entry, at(pointer, "parameters", index));
    byKey.set(`${parameter.in} ${parameter.name}`, [parameter, entry]);
  }
  return {
    parameters: [...byKey.values()].map(([parameter]) => parameter),
    parameterSources: [...byKey.values()].map(([, entry]) => entry),
  };
}

function accessOf(source: OperationObject, context: Context, pointer: string): AccessLevel {
  const access = source["x-access"] ?? context.defaultAccess;
  if (typeof access === "string" && accessLevels.includes(access)) return access as AccessLevel;
  const problem = access === undefined ? "is missing" : `is ${JSON.stringify(access)}`;
  throw new SpecError(at(pointer, "x-access"), `${problem}; say public, read, write or admin`);
}

function projectsOf(
  source: OperationObject,
  access: AccessLevel,
  context: Context,
  pointer: string,
): readonly string[] {
  const projects = source["x-project"];
  if (projects === undefined && (access === "public" || context.defaultAccess !== undefined)) {
    return [];
  }
  if (Array.isArray(projects) && projects.every((place) => typeof place === "string")) {
    return projects;
  }
  throw new SpecError(at(pointer, "x-project"), "must list where the projects stand; [] for none");
}

function compatOf(source: OperationObject, pointer: string): string | undefined {
  const compat = source["x-compat"];
  if (compat === undefined || typeof compat === "string") return undefined;
  const { of } = Object(compat) as { of?: unknown };
  if (typeof of === "string") return of;
  throw new SpecError(at(pointer, "x-compat"), "must be a reason, or { of: <operationId>, why }");
}

function assertKnownSpellings(operations: readonly Operation[]): void {
  const ids = new Map<string, Operation>();
  for (const operation of operations) {
    if (ids.has(operation.id)) throw new SpecError(operation.pointer, `repeats ${operation.id}`);
    ids.set(operation.id, operation);
  }
  for (const { compatOf: of, pointer } of operations) {
    if (of === undefined) continue;
    const target = ids.get(of);
    const isSound = target !== undefined && target.compatOf === undefined;
    if (!isSound) throw new SpecError(at(pointer, "x-compat", "of"), `${of} is no operation`);
  }
}

function mapValues<From, To>(
  record: Named<From>,
  map: (value: From, name: string) => To,
): Named<To> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, map(value, name)]),
  );
}
