import { checkPaths } from "./check-paths.ts";
import { asText, checkScalar, refuse } from "./check-scalar.ts";
import type { Checking, Remark } from "./check-scalar.ts";
import { isObject } from "./is-object.ts";
import { isReference } from "./is-reference.ts";
import { memberRule } from "./openapi-grammar.ts";
import type { MemberRule, ObjectKind } from "./openapi-grammar.ts";
import { at } from "./pointer.ts";
import type { Positions } from "./positions.ts";
import { dataMembers, mayBeEmpty, otherMembers, scalarMembers } from "./scalar-members.ts";
import { setMember } from "./set-member.ts";
import { SpecError } from "./spec-error.ts";
import type { Problems } from "./spec-error.ts";

type JsonRecord = Record<string, unknown>;

/**
 * Checks that a bundled document has objects, lists and text where the specification has them, so
 * that later code can rely on it.
 *
 * Corrects in place what has only one possible meaning: removes a member without a value (`tags:`
 * in YAML), and converts a number to text where text is expected (`version: 1.0`).
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#schema-1
 */
export function checkStructure(
  document: JsonRecord,
  problems: Problems,
  positions: Positions,
): readonly Remark[] {
  const checking: Checking = { problems, positions, remarks: [] };
  for (const name of ["title", "version"]) asText(document["info"] as JsonRecord, name);
  checkObject(document, "document", "#", checking);
  checkPaths(document["paths"], problems, checking.remarks);
  return checking.remarks;
}

function checkObject(
  object: JsonRecord,
  kind: ObjectKind,
  pointer: string,
  checking: Checking,
): void {
  // Nothing reads the members beside other references, so nothing checks them.
  if (isReference(object) && kind !== "schema") return;
  if (kind === "responses") nameClasses(object);
  for (const name of Object.keys(object)) {
    if (name.startsWith("x-")) continue;
    const place = at(pointer, name);
    if (object[name] === null) checkNothing(object, name, kind, place, checking);
    const value = object[name];
    const rule = memberRule(kind, name);
    const scalar = scalarMembers[kind]?.[name];
    if (value === null || value === undefined) continue;
    if (scalar !== undefined) checkScalar(object, name, scalar, place, checking);
    else if (rule !== undefined) checkMember(object, name, rule, place, checking);
    else if (kind === "schema" && name === "type") nameNull(object, place, checking);
    else leaveOutUnknown(object, kind, name, place, checking);
  }
  if (kind === "pathItem") remarkBodies(object, pointer, checking);
  if (kind === "parameter") checkParameter(object, pointer, checking);
}

/**
 * Classes of statuses are written `4XX`, and in some documents `4xx`. The order does not change.
 */
function nameClasses(responses: JsonRecord): void {
  for (const [status, response] of Object.entries(responses)) {
    delete responses[status];
    responses[/^[1-5]xx$/i.test(status) ? status.toUpperCase() : status] ??= response;
  }
}

/** YAML reads a missing value as null. */
function checkNothing(
  object: JsonRecord,
  name: string,
  kind: ObjectKind,
  place: string,
  { problems, remarks }: Checking,
): void {
  if (dataMembers[kind]?.includes(name)) return;
  if (kind === "schema" && name === "type") {
    object[name] = "null";
    remarks.push({ pointer: place, message: 'is empty: read as the type "null"' });
    return;
  }
  const rule = memberRule(kind, name);
  if (kind === "pathItem" && rule?.kind === "operation") {
    problems.add(new SpecError(place, "is empty; describe the operation, or remove it"));
    return;
  }
  if (kind === "responses" && rule?.kind === "response") object[name] = {};
  else if (kind !== "link" && kind !== "plain") delete object[name];
}

function checkMember(
  object: JsonRecord,
  name: string,
  rule: MemberRule,
  place: string,
  checking: Checking,
): void {
  const value = object[name];
  if (Array.isArray(value) && rule.holds === "oneOrList")
    checkItems(value, rule.kind, place, checking);
  else if (rule.holds === "list") {
    if (Array.isArray(value)) checkItems(value, rule.kind, place, checking);
    else refuse(value, "a list", place, checking);
  } else if (rule.holds !== "map") checkPart(value, rule.kind, place, checking);
  else if (isObject(value)) checkEntries(value, rule.kind, place, checking);
  else if (rule.kind === "example") leaveOut(object, name, place, checking);
  else refuse(value, "an object", place, checking);
}

function checkItems(
  items: readonly unknown[],
  kind: ObjectKind,
  place: string,
  checking: Checking,
): void {
  for (const [index, item] of items.entries()) {
    if (kind === "plain" && !isObject(item)) refuse(item, "an object", at(place, index), checking);
    else checkPart(item, kind, at(place, index), checking);
  }
}

function checkEntries(
  entries: JsonRecord,
  kind: ObjectKind,
  place: string,
  checking: Checking,
): void {
  for (const [name, entry] of Object.entries(entries)) {
    if (kind === "pathItem" && name.startsWith("x-")) continue;
    const isEmpty = entry === null && mayBeEmpty.has(kind);
    if (isEmpty) setMember(entries, name, {});
    if (kind === "example" && !isObject(entry)) leaveOut(entries, name, at(place, name), checking);
    else checkPart(isEmpty ? {} : entry, kind, at(place, name), checking);
  }
}

function checkPart(value: unknown, kind: ObjectKind, place: string, checking: Checking): void {
  if (isObject(value)) checkObject(value, kind, place, checking);
  else if (kind === "plain" || (kind === "schema" && typeof value === "boolean")) return;
  else refuse(value, kind === "schema" ? "a schema" : "an object", place, checking);
}

/** In `type: [string, null]` the quotes around null are missing. */
function nameNull(schema: JsonRecord, place: string, checking: Checking): void {
  const { type } = schema;
  if (!Array.isArray(type)) return;
  if (type.length === 0) {
    checking.problems.add(new SpecError(place, "lists no type; name one, or remove it"));
  }
  if (!type.includes(null)) return;
  schema["type"] = made(
    type.map((each: unknown) => each ?? "null"),
    type,
    checking,
  );
  checking.remarks.push({ pointer: place, message: 'has an empty entry: read as "null"' });
}

/** @see https://fetch.spec.whatwg.org/#dom-request */
function remarkBodies(item: JsonRecord, pointer: string, { remarks }: Checking): void {
  for (const method of ["get", "head"]) {
    const operation = item[method];
    if (!isObject(operation) || operation["requestBody"] === undefined) continue;
    const message = `fetch cannot send a body with ${method.toUpperCase()}: the client cannot call this operation`;
    remarks.push({ pointer: at(pointer, method, "requestBody"), message });
  }
}

const parameterPlaces = ["query", "header", "path", "cookie"];

function checkParameter(parameter: JsonRecord, place: string, { problems }: Checking): void {
  const { name, in: where } = parameter;
  if (name === undefined)
    problems.add(new SpecError(place, "is a parameter without a name; add it"));
  if (where === undefined)
    problems.add(new SpecError(place, `lacks \`in\`: ${places()} goes there`));
  else if (!parameterPlaces.some((known) => known === where)) {
    const found = `is ${JSON.stringify(where)}, where ${places()} goes`;
    const hint = where === "body" || where === "formData" ? "; describe a requestBody instead" : "";
    problems.add(new SpecError(at(place, "in"), `${found}${hint}`));
  }
}

function places(): string {
  return parameterPlaces.join(", ").replace(/, (?=\w+$)/, " or ");
}

/** Leaves out unknown members, so that all output fits the types of the specification. */
function leaveOutUnknown(
  object: JsonRecord,
  kind: ObjectKind,
  name: string,
  place: string,
  checking: Checking,
): void {
  const others = otherMembers[kind];
  if (others === undefined || others.includes(name) || name === "$ref") return;
  const message = `${name} is not a member of ${names[kind] ?? "such an object"}: left out`;
  delete object[name];
  checking.remarks.push({ pointer: place, message });
}

const names: Partial<Record<ObjectKind, string>> = {
  components: "components",
  encoding: "an encoding",
  example: "an example",
  header: "a header",
  link: "a link",
  mediaType: "a media type",
  operation: "an operation",
  parameter: "a parameter",
  pathItem: "a path item",
  requestBody: "a request body",
  response: "a response",
};

function leaveOut(object: JsonRecord, name: string, place: string, { remarks }: Checking): void {
  delete object[name];
  remarks.push({ pointer: place, message: "is not an example object: left out" });
}

function made<Made extends object>(value: Made, origin: object, { positions }: Checking): Made {
  positions.inherit(value, origin);
  return value;
}
