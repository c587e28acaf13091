import { Unprocessable } from "@heddle/server-kit";
import { isJsonArray, isJsonObject, type JsonNode, type JsonObject } from "../digests/json.ts";
import { invalidValue } from "../refusals.ts";

/** An op is the code of a traced function; everything else is an object. */
export type ObjectKind = "object" | "op";

/** The class of a value and the one that it is listed under. */
export interface ObjectClasses {
  readonly leaf: string | null;
  readonly base: string | null;
}

/** Longest name of an object, in characters. */
export const maxObjectIdLength = 128;

const rootClasses: ReadonlySet<JsonNode> = new Set(["Object", "BaseObject"]);

/** Whether a value is the code of an op. */
export function kindOf(val: JsonNode): ObjectKind {
  if (!isJsonObject(val) || !val.has("_type")) return "object";
  const weaveType = val.get("weave_type");
  const type = isJsonObject(weaveType) ? weaveType.get("type") : val.get("_type");
  return type === "Op" ? "op" : "object";
}

/**
 * The classes that a value says it has, from its `_class_name` and the ancestors in its `_bases`;
 * nothing where it is not written by a client's class system.
 */
export function classesOf(val: JsonNode): ObjectClasses | undefined {
  if (!isJsonObject(val)) return undefined;
  const bases = val.get("_bases");
  if (!isJsonArray(bases) || bases.length < 2) return undefined;
  if (bases.at(-1) !== "BaseModel" || !rootClasses.has(bases.at(-2) ?? null)) return undefined;
  const leaf = textOrNull(val.get("_class_name"));
  return { leaf, base: bases.length > 2 ? textOrNull(bases.at(-3)) : leaf };
}

/** Throws 422 for characters that refs cannot carry, 400 for a name that is too long. */
export function checkObjectId(objectId: string): void {
  if (!/^[\p{L}\p{N}_.-]+$/u.test(objectId)) {
    throw new Unprocessable(
      `${JSON.stringify(objectId.slice(0, 200))} cannot name an object: ` +
        "use letters, digits, underscore, dot and dash, at least one of them.",
      { error_type: "InvalidFieldError" },
    );
  }
  const characters = objectId.replace(/[\ud800-\udbff][\udc00-\udfff]/g, "_");
  if (characters.length > maxObjectIdLength) {
    throw invalidValue(
      `object_id must not be longer than ${maxObjectIdLength} characters, got ${characters.length}`,
    );
  }
}

/**
 * Throws 400 where a custom value names a file outside of its folder: clients write these files
 * to their own disk under the names given.
 */
export function checkFileNames(val: JsonNode): void {
  if (isJsonArray(val)) {
    for (const item of val) checkFileNames(item);
  } else if (isJsonObject(val)) {
    if (val.get("_type") === "CustomWeaveType") checkFiles(val);
    for (const member of val.values()) checkFileNames(member);
  }
}

function checkFiles(val: JsonObject): void {
  const files = val.get("files");
  if (!isJsonObject(files)) return;
  for (const name of files.keys()) {
    const isAbsolute = /^([/\\]|[A-Za-z]:)/.test(name);
    if (isAbsolute || name.split(/[/\\]/).includes("..")) {
      throw invalidValue(
        `The file name ${JSON.stringify(name)} leads out of the object: ` +
          "use a relative path without a .. segment.",
      );
    }
  }
}

function textOrNull(node: JsonNode | undefined): string | null {
  return typeof node === "string" ? node : null;
}
