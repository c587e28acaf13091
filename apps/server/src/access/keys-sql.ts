import type { Records } from "../store/records/records.ts";
import { hashKey, isKeyShaped, isSameHash, mintKey } from "./api-key.ts";
import type { Principal, Role } from "./principal.ts";
import { reservedNames } from "./reserved-names.ts";
import { recordEntity } from "./record-entity-sql.ts";

/** Who a new key is for. */
export interface NewKey {
  readonly entity: string;
  readonly role: Role;
  /** `wb_user_id` of what is written with it; the entity's name unless told otherwise. */
  readonly userName?: string;
}

/** A key as it is listed. The key itself is not kept. */
export interface KeyRow {
  readonly id: string;
  readonly entity: string;
  readonly role: Role;
  readonly userName: string;
  readonly createdAt: string;
  readonly revokedAt: string | null;
}

/** What stands in the way of a name, as a sentence; undefined for a good one. */
export function nameProblem(name: string): string | undefined {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(name)) return undefined;
  return (
    `"${name}" is not a name: 1 to 128 letters, digits, dots, dashes and underscores, ` +
    "of which the first is a letter or a digit."
  );
}

/** What stands in the way of an entity's name; it is the first segment of its pages' addresses. */
export function entityProblem(name: string): string | undefined {
  return reservedNames.has(name)
    ? `"${name}" is the name of one of this server's own paths: take another.`
    : nameProblem(name);
}

/** The keys in the records. */
export class Keys {
  readonly #records: Records;
  readonly #now: () => Date;

  constructor(records: Records, now: () => Date = () => new Date()) {
    this.#records = records;
    this.#now = now;
  }

  /**
   * Stores a key and returns it, for the one time that it can be shown.
   *
   * @throws RangeError for a wrong entity or user name.
   */
  async create(wanted: NewKey, key: string = mintKey()): Promise<{ id: string; key: string }> {
    const userName = wanted.userName ?? wanted.entity;
    const problem = entityProblem(wanted.entity) ?? nameProblem(userName);
    if (problem !== undefined) throw new RangeError(problem);
    const { id, hash } = hashKey(key);
    const created_at = this.#now().toISOString();
    const { entity, role } = wanted;
    await this.#records.transaction(async (tx) => {
      await recordEntity(tx, entity, created_at);
      await tx
        .insertInto("api_keys")
        .values({ id, hash, entity, role, user_name: userName, created_at, revoked_at: null })
        .execute();
    });
    return { id, key };
  }

  /** Whose key this is; undefined for none of ours, and for a revoked one. */
  async find(key: string): Promise<Principal | undefined> {
    if (!isKeyShaped(key)) return undefined;
    const { id, hash } = hashKey(key);
    // Requests that come with one key share what is found.
    const row = await this.#records
      .reading(undefined)
      .selectFrom("api_keys")
      .select(["hash", "entity", "role", "user_name", "revoked_at"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (row === undefined || !isSameHash(row.hash, hash) || row.revoked_at !== null) {
      return undefined;
    }
    return { keyId: id, entity: row.entity, role: row.role, userName: row.user_name };
  }

  /** Every key, the oldest first, revoked ones included. */
  async list(): Promise<readonly KeyRow[]> {
    return await this.#records
      .reading(undefined)
      .selectFrom("api_keys")
      .select(["id", "entity", "role"])
      .select(["user_name as userName", "created_at as createdAt", "revoked_at as revokedAt"])
      .orderBy("created_at")
      .orderBy("id")
      .execute();
  }

  /** Ends a key for ever. Says whether there was one to end. */
  async revoke(id: string): Promise<boolean> {
    const result = await this.#records.writing
      .updateTable("api_keys")
      .set({ revoked_at: this.#now().toISOString() })
      .where("id", "=", id)
      .where("revoked_at", "is", null)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }
}
