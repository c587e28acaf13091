import {
  isJsonArray,
  isJsonObject,
  JsonNumber,
  type JsonNode,
  type JsonObject,
} from "./json-tree.ts";
import { InvalidInput } from "../../../refusals/refusal.ts";

/**
 * Reads one member of a builtin class: gives the value as it is stored, or throws `InvalidInput`
 * naming where it stood.
 */
export type Reader = (node: JsonNode, at: string) => JsonNode;

/** A member that may be missing, and what it then is. */
export interface Optional {
  readonly read: Reader;
  readonly otherwise: JsonNode;
}

/** The members of a class by name. */
export type Fields = Readonly<Record<string, Reader | Optional>>;

/** A member that may be missing. */
export function optional(read: Reader, otherwise: JsonNode): Optional {
  return { read, otherwise };
}

/** A member that may be missing or null, which is the same. */
export function nullable(read: Reader): Optional {
  return { read: orNull(read), otherwise: null };
}

/** A value or null. */
export function orNull(read: Reader): Reader {
  return (node, at) => (node === null ? null : read(node, at));
}

/** Text. */
export const text: Reader = (node, at) =>
  typeof node === "string" ? node : refuse(at, "must be a string");

/** True or false. */
export const bool: Reader = (node, at) =>
  typeof node === "boolean" ? node : refuse(at, "must be true or false");

/** A whole number; one written as `5.0` is stored as `5`. */
export const int: Reader = (node, at) => {
  if (!(node instanceof JsonNumber)) return refuse(at, "must be an integer");
  if (node.isInteger) return node;
  if (Number.isInteger(node.value)) return new JsonNumber(BigInt(node.value).toString());
  return refuse(at, "must be an integer");
};

/** A double; one written as `5` is stored as `5.0`. */
export const float: Reader = (node, at) => {
  if (!(node instanceof JsonNumber)) return refuse(at, "must be a number");
  return node.isInteger ? new JsonNumber(`${node.token}.0`) : node;
};

/** An object of any members. */
export const anyObject: Reader = (node, at) =>
  isJsonObject(node) ? node : refuse(at, "must be an object");

/** A list of values of one kind. */
export function listOf(read: Reader): Reader {
  return (node, at) =>
    isJsonArray(node)
      ? node.map((item, index) => read(item, `${at}.${index}`))
      : refuse(at, "must be an array");
}

/** An object with names of the caller's choice and values of one kind. */
export function mapOf(read: Reader): Reader {
  return (node, at) =>
    isJsonObject(node)
      ? new Map([...node].map(([name, value]) => [name, read(value, `${at}.${name}`)]))
      : refuse(at, "must be an object");
}

/** One of a few texts. */
export function oneOf(...choices: readonly string[]): Reader {
  return (node, at) =>
    typeof node === "string" && choices.includes(node)
      ? node
      : refuse(at, `must be one of ${choices.join(", ")}`);
}

/** The first kind that takes the value. */
export function either(expected: string, ...readers: readonly Reader[]): Reader {
  return (node, at) => {
    for (const read of readers) {
      try {
        return read(node, at);
      } catch (error) {
        if (!(error instanceof InvalidInput)) throw error;
      }
    }
    return refuse(at, `must be ${expected}`);
  };
}

/** How a class is stored, beside its fields. */
export interface ModelOptions {
  /** Class names of the ancestors, nearest first. */
  readonly bases?: readonly string[];
  /** Keeps members that the class does not name; they are dropped otherwise. */
  readonly open?: boolean;
}

/**
 * An object of a class: known members are read, missing ones get their default, and the names of
 * the class and its ancestors are added.
 */
export function model(name: string, fields: Fields, options: ModelOptions = {}): Reader {
  const { bases = ["BaseModel"], open = false } = options;
  return (node, at) => {
    if (!isJsonObject(node)) return refuse(at, "must be an object");
    const stored = new Map<string, JsonNode>([["_type", name]]);
    if (open) for (const [member, value] of node) stored.set(member, value);
    for (const [field, rule] of Object.entries(fields)) {
      stored.set(field, readField(node, field, rule, at));
    }
    return stored.set("_type", name).set("_class_name", name).set("_bases", bases);
  };
}

/** Throws the `InvalidInput` of a value that does not fit. */
export function refuse(at: string, rule: string): never {
  throw new InvalidInput(`${at} ${rule}`);
}

function readField(node: JsonObject, field: string, rule: Reader | Optional, at: string): JsonNode {
  const value = node.get(field);
  const path = `${at}.${field}`;
  if (typeof rule === "function") {
    return value === undefined ? refuse(path, "is required") : rule(value, path);
  }
  return value === undefined ? rule.otherwise : rule.read(value, path);
}
