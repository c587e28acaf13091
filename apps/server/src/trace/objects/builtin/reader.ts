import {
  isJsonArray,
  isJsonObject,
  JsonNumber,
  type JsonNode,
  type JsonObject,
} from "./json-tree.ts";
import { InvalidInput } from "../../../refusals/refusal.ts";

/**
 * Reads one member of a builtin class: returns the value to store, or throws `InvalidInput` with
 * the place of the member.
 */
export type Reader = (node: JsonNode, at: string) => JsonNode;

/** A member that may be missing, and its default. */
export interface Optional {
  readonly read: Reader;
  readonly otherwise: JsonNode;
}

/** The members of a class by name. */
export type Fields = Readonly<Record<string, Reader | Optional>>;

/** Allows a missing member, which then has the value `otherwise`. */
export function optional(read: Reader, otherwise: JsonNode): Optional {
  return { read, otherwise };
}

/** Allows a missing or null member; both are stored as null. */
export function nullable(read: Reader): Optional {
  return { read: orNull(read), otherwise: null };
}

/** Allows null. */
export function orNull(read: Reader): Reader {
  return (node, at) => (node === null ? null : read(node, at));
}

/** Reads a string. */
export const text: Reader = (node, at) =>
  typeof node === "string" ? node : refuse(at, "must be a string");

/** Reads true or false. */
export const bool: Reader = (node, at) =>
  typeof node === "boolean" ? node : refuse(at, "must be true or false");

/** Reads a whole number; `5.0` is stored as `5`. */
export const int: Reader = (node, at) => {
  if (!(node instanceof JsonNumber)) return refuse(at, "must be an integer");
  if (node.isInteger) return node;
  if (Number.isInteger(node.value)) return new JsonNumber(BigInt(node.value).toString());
  return refuse(at, "must be an integer");
};

/** Reads a double; `5` is stored as `5.0`. */
export const float: Reader = (node, at) => {
  if (!(node instanceof JsonNumber)) return refuse(at, "must be a number");
  return node.isInteger ? new JsonNumber(`${node.token}.0`) : node;
};

/** Reads an object with any members. */
export const anyObject: Reader = (node, at) =>
  isJsonObject(node) ? node : refuse(at, "must be an object");

/** Reads a list whose values `read` accepts. */
export function listOf(read: Reader): Reader {
  return (node, at) =>
    isJsonArray(node)
      ? node.map((item, index) => read(item, `${at}.${index}`))
      : refuse(at, "must be an array");
}

/** Reads an object with any names whose values `read` accepts. */
export function mapOf(read: Reader): Reader {
  return (node, at) =>
    isJsonObject(node)
      ? new Map([...node].map(([name, value]) => [name, read(value, `${at}.${name}`)]))
      : refuse(at, "must be an object");
}

/** Reads one of these texts. */
export function oneOf(...choices: readonly string[]): Reader {
  return (node, at) =>
    typeof node === "string" && choices.includes(node)
      ? node
      : refuse(at, `must be one of ${choices.join(", ")}`);
}

/** Reads a value with the first reader that accepts it. */
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

/** Options of a stored class besides its fields. */
export interface ModelOptions {
  /** Class names of the ancestors, nearest first. */
  readonly bases?: readonly string[];
  /** Whether to keep members that the class does not name; by default they are dropped. */
  readonly open?: boolean;
}

/**
 * Reads an object of a class: reads its known members, gives missing members their defaults, and
 * adds the names of the class and its ancestors.
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

/** Throws `InvalidInput` for the value at a place, with the rule that it breaks. */
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
