/**
 * A JSON value that keeps everything of its source except white space: numbers keep their token, so
 * `1.0` is not `1` and integers may have any length; members keep their order.
 */
export type JsonNode = null | boolean | string | JsonNumber | readonly JsonNode[] | JsonObject;

/** Members in the order of the first use of their names; a repeated name has its last value. */
export type JsonObject = ReadonlyMap<string, JsonNode>;

/** A number with its token. */
export class JsonNumber {
  readonly token: string;

  constructor(token: string) {
    this.token = token;
  }

  /** Whether the token has neither fraction nor exponent. */
  get isInteger(): boolean {
    return !/[.eEIN]/.test(this.token);
  }

  /** The nearest double, for comparisons. */
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

/** Makes a JSON object of these members. */
export function jsonObject(members: Readonly<Record<string, JsonNode>>): JsonObject {
  return new Map(Object.entries(members));
}
