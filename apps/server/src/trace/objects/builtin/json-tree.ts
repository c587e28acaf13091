/**
 * A JSON value that has lost nothing of its source but white space: numbers keep their token, so
 * `1.0` is not `1` and integers may have any length; members keep their order.
 */
export type JsonNode = null | boolean | string | JsonNumber | readonly JsonNode[] | JsonObject;

/** Members in the order in which their names first came; of a repeated name the last value. */
export type JsonObject = ReadonlyMap<string, JsonNode>;

/** A number as it was written. */
export class JsonNumber {
  readonly token: string;

  constructor(token: string) {
    this.token = token;
  }

  /** A token without fraction and exponent is an integer, whatever its value. */
  get isInteger(): boolean {
    return !/[.eEIN]/.test(this.token);
  }

  /** The nearest double, for rules that compare. */
  get value(): number {
    return Number(this.token);
  }
}

/** Whether a value is a JSON object. */
export function isJsonObject(node: JsonNode | undefined): node is JsonObject {
  return node instanceof Map;
}

/** Whether a value is a JSON array. */
export function isJsonArray(node: JsonNode | undefined): node is readonly JsonNode[] {
  return Array.isArray(node);
}

/** A JSON object of the members given, for values that we make. */
export function jsonObject(members: Readonly<Record<string, JsonNode>>): JsonObject {
  return new Map(Object.entries(members));
}
