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
import { derivedNames, writtenName } from "./operation-name.ts";
import type { OperationName } from "./operation-name.ts";
import { parametersOf } from "./operation-parameters.ts";
import { projectPlaces } from "./project-places.ts";
import type { ProjectPlace } from "./project-places.ts";

const methods = ["get", "put", "post", "delete", "patch", "head", "options"] as const;
const accessLevels: readonly string[] = ["public", "read", "write", "admin"];

/** One operation of the document, with inherited parts and reference targets filled in. */
export interface Operation extends OperationName {
  readonly method: (typeof methods)[number];
  readonly path: string;
  /** The pointer of the operation; errors name it. */
  readonly pointer: string;
  /** The operation as the document writes it. */
  readonly source: OperationObject;
  /** The parameters of the path and of the operation. */
  readonly parameters: readonly ParameterObject[];
  /** The same parameters as the document writes them, with references. */
  readonly parameterSources: readonly (ParameterObject | ReferenceObject)[];
  readonly body: RequestBodyObject | undefined;
  /** By status: `200`, `4XX`, `default`. */
  readonly responses: Named<ResponseObject>;
  readonly access: AccessLevel;
  /** `x-project`: the places of a request's projects, all of which the kit checks. */
  readonly projects: readonly ProjectPlace[];
  /** Places of projects that only the handler checks. */
  readonly uncheckedProjects: readonly ProjectPlace[];
  /** The original operation, if this one is a second spelling. */
  readonly compatOf: string | undefined;
}

/** Cached for each context, because every emitter asks for the operations. */
const known = new WeakMap<Context, readonly Operation[]>();

/**
 * All operations in the order of the document. An operation with a problem is left out, and the
 * context keeps the problem.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#operation-object
 */
export function operationsOf(context: Context): readonly Operation[] {
  const before = known.get(context);
  if (before !== undefined) return before;
  const found = unnamedOperations(context);
  const names = context.isStrict
    ? found.map((operation) => context.attempt(() => writtenName(operation)))
    : derivedNames(found);
  if (!context.isStrict) remarkTaken(found, context);
  const operations = found.flatMap((operation, index) => {
    const name = names[index];
    if (name === undefined) return [];
    return context.attempt(() => operationOf(context, operation, name)) ?? [];
  });
  assertKnownSpellings(operations, context);
  known.set(context, operations);
  return operations;
}

/** Reports two operations with one id: the later one gets another name. */
function remarkTaken(found: readonly FoundOperation[], context: Context): void {
  const taken = new Set<string>();
  for (const { source, pointer } of found) {
    const { operationId } = source;
    if (operationId === undefined) continue;
    if (taken.has(operationId)) {
      const problem = `${operationId} is the id of another operation: this one gets a number`;
      context.warn(at(pointer, "operationId"), problem);
    }
    taken.add(operationId);
  }
}

interface FoundOperation {
  readonly method: Operation["method"];
  readonly path: string;
  readonly item: PathItemObject;
  readonly source: OperationObject;
  readonly pointer: string;
}

function unnamedOperations(context: Context): readonly FoundOperation[] {
  const paths = Object.entries(context.document.paths).filter(([path]) => !path.startsWith("x-"));
  return paths.flatMap(([path, value]) => {
    const pointer = at("#/paths", path);
    const item = context.attempt(() => context.resolve<PathItemObject>(value, pointer)) ?? {};
    if (item["trace"] !== undefined) {
      const problem = "no client may send TRACE (RFC 9110 §9.3.8): nothing is generated for it";
      context.warn(at(pointer, "trace"), problem);
    }
    return methods
      .filter((method) => item[method] !== undefined)
      .map((method): FoundOperation => {
        const source = item[method] as OperationObject;
        return { method, path, item, source, pointer: at(pointer, method) };
      });
  });
}

function operationOf(context: Context, found: FoundOperation, name: OperationName): Operation {
  const { method, path, item, source, pointer } = found;
  const { requestBody, responses = {} } = source;
  if (source["callbacks"] !== undefined) {
    const problem =
      "stay in the document: the kit calls none of them, so nothing is generated for them";
    context.warn(at(pointer, "callbacks"), problem);
  }
  const statuses = Object.entries(responses).filter(([status]) => !status.startsWith("x-"));
  const access = accessOf(source, context, pointer);
  return {
    ...name,
    method,
    path,
    pointer,
    source,
    ...parametersOf(context, { path, item, source, pointer }),
    body:
      requestBody === undefined
        ? undefined
        : context.resolve<RequestBodyObject>(requestBody, at(pointer, "requestBody")),
    responses: Object.fromEntries(
      statuses.map(([status, response]) => {
        const place = at(pointer, "responses", status);
        return [statusKey(status, place), context.resolve<ResponseObject>(response, place)];
      }),
    ),
    access,
    ...projectsOf(source, access, context, pointer),
    compatOf: compatOf(source, pointer),
  };
}

/**
 * A status in the form of the kit: a number, a class such as `4XX`, or `default`.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#patterned-fields-0
 */
export function statusKey(status: string, pointer: string): string {
  const key = status.trim().replace(/x/gi, "X");
  if (/^[1-5](?:\d\d|XX)$/.test(key) || status === "default") return key;
  throw new SpecError(pointer, `is not a status: write 200, 4XX or default, not "${status}"`);
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
): Pick<Operation, "projects" | "uncheckedProjects"> {
  const projects = source["x-project"];
  if (projects === undefined && (access === "public" || context.defaultAccess !== undefined)) {
    return { projects: [], uncheckedProjects: [] };
  }
  const places = projectPlaces(projects, at(pointer, "x-project"));
  return {
    projects: places.filter(({ unchecked }) => unchecked === undefined),
    uncheckedProjects: places.filter(({ unchecked }) => unchecked !== undefined),
  };
}

function compatOf(source: OperationObject, pointer: string): string | undefined {
  const compat = source["x-compat"];
  if (compat === undefined || typeof compat === "string") return undefined;
  const { of } = Object(compat) as { of?: unknown };
  if (typeof of === "string") return of;
  throw new SpecError(at(pointer, "x-compat"), "must be a reason, or { of: <operationId>, why }");
}

function assertKnownSpellings(operations: readonly Operation[], context: Context): void {
  const ids = new Map<string, Operation>();
  for (const operation of operations) {
    const { id, pointer } = operation;
    if (ids.has(id)) context.refuse(new SpecError(pointer, `repeats ${id}`));
    ids.set(id, operation);
  }
  for (const { compatOf: of, pointer } of operations) {
    if (of === undefined) continue;
    const target = ids.get(of);
    const isSound = target !== undefined && target.compatOf === undefined;
    if (isSound) continue;
    context.refuse(new SpecError(at(pointer, "x-compat", "of"), `${of} is not an operation`));
  }
}
