import { checkPaths } from "./check-paths.ts";
import { isReference } from "./is-reference.ts";
import { memberRule } from "./openapi-grammar.ts";
import type { MemberRule, ObjectKind } from "./openapi-grammar.ts";
import { at } from "./pointer.ts";
import type { Positions } from "./positions.ts";
import { dataMembers, mayBeEmpty, otherMembers, scalarMembers } from "./scalar-members.ts";
import type { Scalar } from "./scalar-members.ts";
import { setMember } from "./set-member.ts";
import { SpecError } from "./spec-error.ts";
import type { Problems } from "./spec-error.ts";

type JsonRecord = Record<string, unknown>;

/** What is said about a place that can be generated from, though otherwise than it is written. */
export interface Remark {
  readonly pointer: string;
  readonly message: string;
}

interface Checking {
  readonly problems: Problems;
  readonly positions: Positions;
  readonly remarks: Remark[];
}

/**
 * Checks that objects, lists and text stand in a bundled document where the specification has them,
 * so that whatever reads it later can rely on that.
 *
 * What has one meaning only is brought to it, in place: a member of nothing (`tags:` in YAML) is
 * removed, and a number where text belongs (`version: 1.0`) becomes text.
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
  // What stands beside other references is checked by nobody, since nobody reads it.
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
    else remarkUnknown(kind, name, place, checking);
  }
  if (kind === "parameter") checkParameter(object, pointer, checking);
}

/** Classes of statuses are written `4XX`, and by some `4xx`. */
function nameClasses(responses: JsonRecord): void {
  for (const status of Object.keys(responses).filter((name) => /^[1-5]xx$/i.test(name))) {
    const response = responses[status];
    delete responses[status];
    responses[status.toUpperCase()] ??= response;
  }
}

/** YAML has null wherever nothing is written. */
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
    remarks.push({ pointer: place, message: 'is nothing, which is taken to be the type "null"' });
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
  else if (isRecord(value)) checkEntries(value, rule.kind, place, checking);
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
    if (kind === "plain" && !isRecord(item)) refuse(item, "an object", at(place, index), checking);
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
    if (kind === "example" && !isRecord(entry)) leaveOut(entries, name, at(place, name), checking);
    else checkPart(isEmpty ? {} : entry, kind, at(place, name), checking);
  }
}

function checkPart(value: unknown, kind: ObjectKind, place: string, checking: Checking): void {
  if (isRecord(value)) checkObject(value, kind, place, checking);
  else if (kind === "plain" || (kind === "schema" && typeof value === "boolean")) return;
  else refuse(value, kind === "schema" ? "a schema" : "an object", place, checking);
}

function checkScalar(
  object: JsonRecord,
  name: string,
  scalar: Scalar,
  place: string,
  checking: Checking,
): void {
  const value = object[name];
  if (scalar === "text") {
    asText(object, name);
    if (typeof object[name] !== "string") refuse(value, "text", place, checking);
  } else if (scalar === "boolean") {
    if (value === "true" || value === "false") {
      object[name] = value === "true";
      checking.remarks.push({ pointer: place, message: `is text, taken to be ${value}` });
    } else if (typeof value !== "boolean") refuse(value, "true or false", place, checking);
  } else if (!Array.isArray(value)) refuse(value, "a list", place, checking);
  else if (scalar === "texts") {
    for (const [index, item] of value.entries()) {
      if (!isScalar(item)) refuse(item, "text", at(place, index), checking);
    }
    object[name] = made(value.map(String), value, checking);
  }
}

/** `type: [string, null]` lacks the quotes around null. */
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
  checking.remarks.push({ pointer: place, message: 'has nothing, which is taken to be "null"' });
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

function remarkUnknown(kind: ObjectKind, name: string, place: string, checking: Checking): void {
  const others = otherMembers[kind];
  if (others === undefined || others.includes(name) || name === "$ref") return;
  const message = `${name} is no member of ${names[kind] ?? "such an object"}: left out`;
  checking.remarks.push({ pointer: place, message });
}

const names: Partial<Record<ObjectKind, string>> = {
  components: "components",
  mediaType: "a media type",
  operation: "an operation",
  parameter: "a parameter",
  pathItem: "a path item",
  requestBody: "a request body",
  response: "a response",
};

function leaveOut(object: JsonRecord, name: string, place: string, { remarks }: Checking): void {
  delete object[name];
  remarks.push({ pointer: place, message: "is no example object: left out" });
}

function refuse(found: unknown, wanted: string, place: string, { problems }: Checking): void {
  const what = found === null ? "empty" : Array.isArray(found) ? "a list" : nameOf(found);
  problems.add(new SpecError(place, `is ${what}; ${wanted} goes here`));
}

function nameOf(value: unknown): string {
  if (typeof value === "object") return "an object";
  return typeof value === "string" ? "text" : `the ${typeof value} ${JSON.stringify(value)}`;
}

function asText(object: JsonRecord, name: string): void {
  const value = object[name];
  if (typeof value === "number" || typeof value === "boolean") object[name] = String(value);
}

function made<Made extends object>(value: Made, origin: object, { positions }: Checking): Made {
  positions.inherit(value, origin);
  return value;
}

function isScalar(value: unknown): boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
