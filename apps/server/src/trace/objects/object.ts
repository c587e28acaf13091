import { requestBounds } from "../../config/request-bounds.ts";
import type { JsonPlaces } from "../json-text/json-places.ts";
import { InvalidInput } from "../../refusals/refusal.ts";

/** An op is the code of a traced function; everything else is an object. */
export type ObjectKind = "object" | "op";

/** The class of a value, and the base class in lists. */
export interface ObjectClasses {
  readonly leaf: string | null;
  readonly base: string | null;
}

/** Longest name of an object, in characters. */
export const maxObjectIdLength: number = requestBounds.objectIdCharacters.limit;

const rootClasses: ReadonlySet<string | undefined> = new Set(["Object", "BaseObject"]);

/** Whether a value is the code of an op. */
export function kindOf(val: JsonPlaces): ObjectKind {
  const ownType = val.member(val.root, "_type");
  if (ownType === undefined) return "object";
  const weaveType = val.member(val.root, "weave_type");
  const isCustom = weaveType !== undefined && val.isObject(weaveType);
  const type = isCustom ? val.member(weaveType, "type") : ownType;
  return val.string(type) === "Op" ? "op" : "object";
}

/**
 * The classes of a value, from its `_class_name` and the ancestors in its `_bases`; undefined if no
 * client's class system wrote it.
 */
export function classesOf(val: JsonPlaces): ObjectClasses | undefined {
  const bases = val.member(val.root, "_bases");
  if (bases === undefined || !val.isArray(bases)) return undefined;
  const count = val.length(bases);
  const base = (fromEnd: number): string | undefined =>
    val.string(val.item(bases, count - fromEnd));
  if (count < 2 || base(1) !== "BaseModel" || !rootClasses.has(base(2))) return undefined;
  const leaf = val.string(val.member(val.root, "_class_name")) ?? null;
  return { leaf, base: count > 2 ? (base(3) ?? null) : leaf };
}

/** An object's name is empty or has characters that refs cannot contain. */
export class InvalidObjectId extends InvalidInput {
  constructor(objectId: string) {
    super(
      `${JSON.stringify(objectId.slice(0, 200))} cannot name an object: ` +
        "use letters, digits, underscore, dot and dash, at least one of them.",
    );
  }
}

/** Throws {@link InvalidObjectId}, and `InvalidInput` for a name that is too long. */
export function checkObjectId(objectId: string): void {
  if (!/^[\p{L}\p{N}_.-]+$/u.test(objectId)) {
    throw new InvalidObjectId(objectId);
  }
  const characters = objectId.replace(/[\ud800-\udbff][\udc00-\udfff]/g, "_");
  if (characters.length > maxObjectIdLength) {
    throw new InvalidInput(
      `object_id must not be longer than ${maxObjectIdLength} characters, got ${characters.length}`,
    );
  }
}
