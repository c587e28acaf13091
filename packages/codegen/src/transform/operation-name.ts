import type { OperationObject } from "../document/openapi.ts";
import { at } from "../document/pointer.ts";
import { SpecError } from "../document/spec-error.ts";
import { camelCase } from "../print/names.ts";

/** What an operation is called in the table, and where its handler and its client method are. */
export interface OperationName {
  readonly id: string;
  readonly resource: string;
  readonly verb: string;
}

/** An operation as far as its name depends on it. */
export interface UnnamedOperation {
  readonly method: string;
  readonly path: string;
  readonly source: OperationObject;
  readonly pointer: string;
}

/**
 * The name that a document of ours gives.
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
 * Names for the operations of any document, all different. An operation id `<resource>.<verb>`
 * says both; else the resource is the first tag, or the first word of the path, and the verb is the
 * operation id, or method and path. Of two that are the same the later has a number.
 */
export function derivedNames(operations: readonly UnnamedOperation[]): readonly OperationName[] {
  const ids = new Set<string>();
  const verbs = new Set<string>();
  const resources = new Map<string, string>();
  return operations.map((operation) => {
    const { operationId = "" } = operation.source;
    const written = splitId(operationId);
    const given = (written?.resource ?? resourceOf(operation)).slice(0, longestResource);
    // Files of the client are named after resources, on disks that may not tell `a` from `A`.
    const resource = resources.get(given.toLowerCase()) ?? given;
    resources.set(given.toLowerCase(), resource);
    const verb = unique(written?.verb ?? verbOf(operation, resource), verbs, `${resource}.`);
    // openapi-typescript replaces `#`, which is no part of a reference.
    const said = operationId.trim().replaceAll("#", "/");
    const id = unique(said === "" ? `${resource}.${verb}` : said, ids, "");
    return { id, resource, verb };
  });
}

/** Files are named after resources, and disks take 255 bytes. */
const longestResource = 80;

function splitId(id: string): OperationName | undefined {
  const [resource = "", verb = "", ...more] = id.split(".");
  const isName = isWord(resource) && isWord(verb) && more.length === 0;
  return isName ? { id, resource, verb } : undefined;
}

function isWord(word: string): boolean {
  return /^[a-z]\w*$/i.test(word) && !taboo.has(word);
}

/** Members that objects have already, or that make an awaited object something else. */
const taboo: ReadonlySet<string> = new Set([
  "constructor",
  "hasOwnProperty",
  "prototype",
  "then",
  "toString",
  "valueOf",
]);

/** Leading parts of a path that say nothing about what it is about. */
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
  // `repos/list-for-org` of the resource `repos`.
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
