import type { AccessLevel } from "@heddle/server-kit";
import { LRUCache } from "lru-cache";
import { hashKey, isKeyShaped } from "./api-key.ts";
import { presentedKey } from "./credentials.ts";
import { localEntity } from "./first-key.ts";
import { Denied } from "../refusals/refusal.ts";
import { ForeignProject } from "./foreign-project.ts";
import type { Keys } from "./keys-sql.ts";
import { type Principal, roles } from "./principal.ts";
import { partsOf, type ProjectName, projectName, projectWithId } from "./project-id.ts";

/** Finds the sender of a request, and decides which projects it may use. */
export interface Access {
  /** The sender of these headers; null for a missing, wrong or revoked key. */
  authenticate(headers: Headers): Promise<Principal | null>;
  /**
   * Throws unless the principal has this access to every project. The projects are texts of the
   * request: `entity/project`, or `internal:<id>` if a ref gave the internal id.
   *
   * @throws InvalidInput for a text that names no project, ForeignProject for a project of another
   * entity, RoleTooLow if the role of the key does not allow the access.
   */
  authorise(principal: Principal, access: AccessLevel, projects: readonly string[]): void;
  /** Whether this principal may learn that the project exists. */
  maySee(principal: Principal, project: ProjectName): boolean;
}

/** The role of the key does not allow the request. */
export class RoleTooLow extends Denied {
  constructor(needed: AccessLevel, { role }: Principal) {
    super(`This needs a key of role ${needed}; the key that was sent has role ${role}`);
  }
}

/** A found key is looked up again after this time, because a revoked key must stop within 5 s. */
const keyTtlMs = 3_000;
const maxCachedKeys = 10_000;

/** Access by API keys. A key sees the projects of its entity. */
export function keyedAccess(keys: Keys, nowMs: () => number = () => performance.now()): Access {
  const found = new LRUCache<string, Principal, string>({
    max: maxCachedKeys,
    ttl: keyTtlMs,
    // Read the clock at every use: by default the cache reads it at most once a millisecond.
    ttlResolution: 0,
    perf: { now: nowMs },
    fetchMethod: (_hash, _stale, { context: key }) => keys.find(key),
  });
  return accessTo(ownEntity, async (headers) => {
    const key = presentedKey(headers);
    if (key === undefined || !isKeyShaped(key)) return null;
    // Cache by hash: a memory dump of this process should not contain keys.
    return (await found.fetch(hashKey(key).hash, { context: key })) ?? null;
  });
}

/**
 * Access without keys, for a server that only this machine can reach: every request comes from one
 * user with the role admin.
 */
export function openAccess(): Access {
  const principal: Principal = {
    keyId: "",
    entity: localEntity,
    role: "admin",
    userName: localEntity,
  };
  return accessTo(
    () => true,
    async () => principal,
  );
}

function accessTo(
  owns: (principal: Principal, entity: string) => boolean,
  authenticate: Access["authenticate"],
): Access {
  const maySee = (principal: Principal, project: ProjectName): boolean =>
    owns(principal, partsOf(project).entity);
  return {
    authenticate,
    maySee,
    authorise: (principal, access, projects) => {
      for (const text of projects) {
        const project = nameIn(text);
        if (!maySee(principal, project)) throw new ForeignProject(project, principal);
      }
      if (access === "public" || roles.indexOf(principal.role) >= roles.indexOf(access)) return;
      throw new RoleTooLow(access, principal);
    },
  };
}

function ownEntity(principal: Principal, entity: string): boolean {
  return principal.entity === entity;
}

function nameIn(text: string): ProjectName {
  const internal = "internal:";
  if (!text.startsWith(internal)) return projectName(text);
  return projectWithId(text.slice(internal.length)).name;
}
