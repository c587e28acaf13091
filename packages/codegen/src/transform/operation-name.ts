import type { OperationObject } from "../document/openapi.ts";
import { at } from "../document/pointer.ts";
import { SpecError } from "../document/spec-error.ts";
import { camelCase } from "../print/names.ts";

/** The name of an operation in the table, of its handler and of its client method. */
export interface OperationName {
  readonly id: string;
  readonly resource: string;
  readonly verb: string;
}

/** The parts of an operation that its name depends on. */
export interface UnnamedOperation {
  readonly method: string;
  readonly path: string;
  readonly source: OperationObject;
  readonly pointer: string;
}

/**
 * The name in the operation id of a strict document.
 *
 * Throws `SpecError` unless the operation id is `<resource>.<verb>`.
 */
export function writtenName({ source, pointer }: UnnamedOperation): OperationName {
  const id = source.operationId ?? "";
  const name = splitId(id);
  if (name !== undefined) return name;
  const problem = `is ${JSON.stringify(id)}; it must be <resource>.<verb>, as in calls.start`;
  throw new SpecError(at(pointer, "operationId"), problem);
}

/**
 * Different names for the operations of any document. An operation id `<resource>.<verb>` gives
 * both parts. Else the resource is the first tag or the first word of the path, and the verb is the
 * operation id, or method and path. If two names are the same, the later one gets a number.
 */
export function derivedNames(operations: readonly UnnamedOperation[]): readonly OperationName[] {
  const ids = new Set<string>();
  const verbs = new Set<string>();
  const resources = new Map<string, string>();
  return operations.map((operation) => {
    const { operationId = "" } = operation.source;
    const written = splitId(operationId);
    const given = (written?.resource ?? resourceOf(operation)).slice(0, longestResource);
    // Resources name files of the client, and some disks do not distinguish `a` from `A`.
    const resource = resources.get(given.toLowerCase()) ?? given;
    resources.set(given.toLowerCase(), resource);
    const verb = unique(written?.verb ?? verbOf(operation, resource), verbs, `${resource}.`);
    // openapi-typescript replaces `#` if it is not part of a reference.
    const said = operationId.trim().replaceAll("#", "/");
    const id = unique(said === "" ? `${resource}.${verb}` : said, ids, "");
    return { id, resource, verb };
  });
}

/** Resources name files, and disks allow 255 bytes. */
const longestResource = 80;

function splitId(id: string): OperationName | undefined {
  const [resource = "", verb = "", ...more] = id.split(".");
  const isName = isWord(resource) && isWord(verb) && more.length === 0;
  return isName ? { id, resource, verb } : undefined;
}

function isWord(word: string): boolean {
  return /^[a-z]\w*$/i.test(word) && !taboo.has(word);
}

/** Members that every object has, or that change an awaited object. */
const taboo: ReadonlySet<string> = new Set([
  "constructor",
  "hasOwnProperty",
  "prototype",
  "then",
  "toString",
  "valueOf",
]);

/** Parts at the start of a path that do not name its subject. */
const noResource = /^(?:api|rest|v\d+[\w.]*|\d+(?:\.\d+)*)$/i;

function resourceOf({ source, path }: UnnamedOperation): string {
  const [tag = ""] = source.tags ?? [];
  const segment = path
    .split("/")
    .find((part) => part !== "" && !part.startsWith("{") && !noResource.test(part));
  return [tag, segment ?? ""].map(memberOf).find((name) => name !== "") ?? "service";
}

function verbOf({ source, method, path }: UnnamedOperation, resource: string): string {
  const { operationId = "" } = source;
  const [first = "", ...others] = operationId.split(/[^A-Za-z0-9]+/);
  // For example `repos/list-for-org` with the resource `repos`.
  const isPrefixed = others.length > 0 && camelCase(first) === resource;
  const verb = memberOf(isPrefixed ? others.join(" ") : operationId);
  if (verb !== "") return verb;
  const words = path.split("/").map((part) => part.replace(/^\{/, "by "));
  return memberOf([method, ...words].join(" ")) || method;
}

function memberOf(text: string): string {
  const name = camelCase(text.normalize("NFKD").replaceAll(/\p{Mark}/gu, ""));
  if (name === "") return "";
  if (/^\d/.test(name)) return `x${name}`;
  return taboo.has(name) ? `${name}_` : name;
}

function unique(name: string, taken: Set<string>, prefix: string): string {
  let result = name;
  for (let count = 2; taken.has(`${prefix}${result}`.toLowerCase()); count++) {
    result = `${name}${count}`;
  }
  taken.add(`${prefix}${result}`.toLowerCase());
  return result;
}
