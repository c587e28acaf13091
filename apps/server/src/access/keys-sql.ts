import type { Records } from "../store/records/records.ts";
import { hashKey, isKeyShaped, isSameHash, mintKey } from "./api-key.ts";
import type { Principal, Role } from "./principal.ts";
import { reservedNames } from "./reserved-names.ts";
import { recordEntity } from "./record-entity-sql.ts";

/** The owner and the role of a new key. */
export interface NewKey {
  readonly entity: string;
  readonly role: Role;
  /** `wb_user_id` of everything that the key writes; by default the entity's name. */
  readonly userName?: string;
}

/** A key in a list. The text of the key is not stored. */
export interface KeyRow {
  readonly id: string;
  readonly entity: string;
  readonly role: Role;
  readonly userName: string;
  readonly createdAt: string;
  readonly revokedAt: string | null;
}

/** Says why a name is not allowed, as a sentence; undefined for an allowed name. */
export function nameProblem(name: string): string | undefined {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(name)) return undefined;
  return (
    `"${name}" is not a name: use 1 to 128 letters, digits, dots, dashes and underscores, ` +
    "and begin with a letter or a digit."
  );
}

/**
 * Says why an entity cannot have this name; undefined if it can. The name is the first segment of
 * the addresses of the entity's pages.
 */
export async function entityProblem(name: string): Promise<string | undefined> {
  return (await reservedNames()).has(name)
    ? `"${name}" is the name of one of this server's own paths: choose another.`
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
   * Stores a key and returns its text, which cannot be read again later.
   *
   * @throws RangeError for a wrong entity or user name.
   */
  async create(wanted: NewKey, key: string = mintKey()): Promise<{ id: string; key: string }> {
    const userName = wanted.userName ?? wanted.entity;
    const problem = (await entityProblem(wanted.entity)) ?? nameProblem(userName);
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

  /** The principal of a key; undefined for an unknown or revoked key. */
  async find(key: string): Promise<Principal | undefined> {
    if (!isKeyShaped(key)) return undefined;
    const { id, hash } = hashKey(key);
    // Requests with the same key share the result, so no request's signal may stop the read.
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

  /** The principal of the key with an id; undefined for an unknown or revoked one. */
  async withId(id: string): Promise<Principal | undefined> {
    const row = await this.#records
      .reading(undefined)
      .selectFrom("api_keys")
      .select(["entity", "role", "user_name"])
      .where("id", "=", id)
      .where("revoked_at", "is", null)
      .executeTakeFirst();
    return row && { keyId: id, entity: row.entity, role: row.role, userName: row.user_name };
  }

  /** Every key, revoked keys too, the oldest first. */
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

  /** Revokes a key for ever. Returns whether there was a working key with this id. */
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
