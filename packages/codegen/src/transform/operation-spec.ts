import type { Context } from "../document/context.ts";
import type { MediaTypeObject, Named } from "../document/openapi.ts";
import { at } from "../document/pointer.ts";
import { SpecError } from "../document/spec-error.ts";
import { list, object } from "../print/code.ts";
import type { Code } from "../print/code.ts";
import { literal } from "../print/literal.ts";
import { memberName } from "../print/names.ts";
import { markedMembers } from "./marked-members.ts";
import { mediaTypeObject } from "./media-type-object.ts";
import type { MediaTypePlace } from "./media-type-object.ts";
import type { Operation } from "./operation-object.ts";
import { parameterObject } from "./parameter-object.ts";
import { assertProjectsAreThere } from "./project-is-there.ts";
import type { ProjectPlace } from "./project-places.ts";

/**
 * The `OperationSpec` of one operation: everything that the kit needs to serve it.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#operation-object
 */
export function operationSpec(operation: Operation, context: Context): Code {
  assertProjectsAreThere(operation, context);
  const { id, resource, verb, method, path, access, projects, compatOf } = operation;
  const members: Code[] = [
    ...Object.entries({ id, resource, verb, method, path, access }).map(
      ([name, value]) => `${name}: ${JSON.stringify(value)}`,
    ),
    ["projects: ", literal(projects.map(projectPlace))],
    ["parameters: ", parameters(operation, context)],
  ];
  if (operation.body !== undefined) members.push(["body: ", requestBody(operation, context)]);
  members.push(["responses: ", responses(operation, context)]);
  const statuses = invalidStatuses(operation, context);
  if (Object.keys(statuses).length > 0) members.push(["invalidStatus: ", literal(statuses)]);
  if (compatOf !== undefined) members.push(`compatOf: ${JSON.stringify(compatOf)}`);
  return object(members);
}

/** The members of a place that the kit uses; undefined members are left out. */
function projectPlace({ in: where, at: member, entityAt, by }: ProjectPlace): object {
  return { in: where, at: member, entityAt, by };
}

function parameters(operation: Operation, context: Context): Code {
  const pointer = at(operation.pointer, "parameters");
  return list(
    operation.parameters.map((parameter, index) =>
      parameterObject(parameter, context, at(pointer, index)),
    ),
  );
}

/** https://spec.openapis.org/oas/v3.1.1.html#request-body-object */
function requestBody({ body, pointer }: Operation, context: Context): Code {
  const place = { context, pointer: at(pointer, "requestBody", "content"), isRequest: true };
  const content = contentOf(body?.content ?? {}, place);
  return object([`required: ${body?.required ?? false}`, ["content: ", content]]);
}

/** https://spec.openapis.org/oas/v3.1.1.html#responses-object */
function responses(operation: Operation, context: Context): Code {
  const byStatus = Object.entries(operation.responses).map(([status, response]): Code => {
    const pointer = at(operation.pointer, "responses", status);
    const place = { context, pointer: at(pointer, "content"), isRequest: false };
    const key = /^\d+$/.test(status) ? status : memberName(status);
    return [`${key}: `, contentOf(response.content ?? {}, place)];
  });
  return object(byStatus);
}

function contentOf(content: Named<MediaTypeObject>, place: MediaTypePlace): Code {
  const entries = Object.entries(content).map(([mediaType, value]): Code => {
    const pointer = at(place.pointer, mediaType);
    return [
      `${JSON.stringify(mediaType)}: `,
      mediaTypeObject(mediaType, value, { ...place, pointer }),
    ];
  });
  return object(entries);
}

/** `x-invalid-status`, by the places in a JSON body. */
function invalidStatuses(operation: Operation, context: Context): Readonly<Record<string, number>> {
  const content = Object.entries(operation.body?.content ?? {});
  const marked = content.flatMap(([mediaType, { schema = true }]) => {
    const pointer = at(operation.pointer, "requestBody", "content", mediaType, "schema");
    return markedMembers(schema, "x-invalid-status", context, pointer);
  });
  const entries = marked.map(({ member, value, pointer }): [string, number] => {
    const isStatus = typeof value === "number" && value >= 400 && value < 500;
    if (isStatus && member !== "") return [member, value];
    throw new SpecError(pointer, "x-invalid-status must be a 4xx status, on a member of a body");
  });
  return Object.fromEntries(entries);
}
