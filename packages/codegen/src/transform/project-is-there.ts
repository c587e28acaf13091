import { isReference } from "../document/is-reference.ts";
import type { Context } from "../document/context.ts";
import type { SchemaObject } from "../document/openapi.ts";
import { at, members } from "../document/pointer.ts";
import { SpecError } from "../document/spec-error.ts";
import { childrenOf } from "./marked-members.ts";
import type { Operation } from "./operation-object.ts";
import type { ProjectPlace } from "./project-places.ts";

/**
 * Throws `SpecError` unless every place that `x-project` names exists in the request.
 *
 * With a misspelt pointer the server would find no project and let every caller in.
 */
export function assertProjectsAreThere(operation: Operation, context: Context): void {
  for (const place of [...operation.projects, ...operation.uncheckedProjects]) {
    const pointers = [place.at, ...(place.entityAt === undefined ? [] : [place.entityAt])];
    if (pointers.every((pointer) => exists(place.in, pointer, operation, context))) continue;
    throw new SpecError(
      place.pointer,
      `${place.written} is nowhere in the request of ${operation.id}`,
    );
  }
}

function exists(
  where: ProjectPlace["in"],
  member: string,
  operation: Operation,
  context: Context,
): boolean {
  if (where !== "body" && where !== "part") {
    const name = members(member).join("/");
    return operation.parameters.some((one) => one.in === where && one.name === name);
  }
  const mediaTypes = Object.entries(operation.body?.content ?? {}).filter(
    ([mediaType]) => (where === "part") === mediaType.startsWith("multipart/"),
  );
  const isEverywhere = mediaTypes.every(([mediaType, { schema = true }]) => {
    if (member === "") return true;
    const pointer = at(operation.pointer, "requestBody", "content", mediaType, "schema");
    return reaches(schema, members(member), { context, pointer, open: [] });
  });
  return mediaTypes.length > 0 && isEverywhere;
}

interface Search {
  readonly context: Context;
  readonly pointer: string;
  /** References followed since the last step into the value. */
  readonly open: readonly string[];
}

function reaches(schema: SchemaObject, path: readonly string[], search: Search): boolean {
  const [name, ...rest] = path;
  if (name === undefined) return true;
  if (typeof schema === "boolean") return false;
  if (isReference(schema)) {
    if (search.open.includes(schema.$ref)) return false;
    const target = search.context.resolve<SchemaObject>(schema, search.pointer);
    return reaches(target, path, { ...search, open: [...search.open, schema.$ref] });
  }
  return childrenOf(schema).some((child) => {
    if (child.name === undefined) return reaches(child.child, path, search);
    return child.name === name && reaches(child.child, rest, { ...search, open: [] });
  });
}
