import { InvalidInput, Missing } from "../../refusals/refusal.ts";
import type { ObjectKind } from "./object.ts";
import type { VersionKey } from "./version-rows-sql.ts";

/** The version was deleted. Clients read the time: they retry other absences, but not this one. */
export class ObjectDeleted extends Missing {
  readonly deletedAt: string;

  constructor(objectId: string, digest: string, deletedAt: string) {
    super(`Object ${objectId}:${digest} was deleted at ${deletedAt}.`);
    this.deletedAt = deletedAt;
  }
}

/**
 * Returns the version that a request names if it is live.
 *
 * @throws ObjectDeleted, and Missing if it was never stored.
 */
export function liveVersion<Version extends { readonly deleted_at: string | null }>(
  found: Version | undefined,
  { object_id, digest }: VersionKey,
): Version {
  if (found === undefined) {
    throw new Missing(`Object ${`${object_id}:${digest}`.slice(0, 200)} not found`);
  }
  if (found.deleted_at !== null) throw new ObjectDeleted(object_id, digest, found.deleted_at);
  return found;
}

/** The object that a request wants to store under a name. */
interface ClassedObject {
  readonly object_id: string;
  readonly kind: ObjectKind;
  readonly base_object_class: string | null;
}

/** The name belongs to objects of another class. */
export class ObjectNameTaken extends InvalidInput {
  readonly refused: ClassedObject;
  /** The classes of the objects that have the name; null for objects without a class. */
  readonly existing: readonly (string | null)[];

  constructor(refused: ClassedObject, existing: readonly (string | null)[]) {
    super(
      `${refused.object_id} holds objects of class ${existing.map((name) => name ?? "none").join()}; ` +
        `choose another name for one of class ${refused.base_object_class ?? "none"}`,
    );
    this.refused = refused;
    this.existing = existing;
  }
}
