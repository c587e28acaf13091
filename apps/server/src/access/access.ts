import { type AccessLevel, Forbidden } from "@heddle/server-kit";
import { LRUCache } from "lru-cache";
import { hashKey, isKeyShaped } from "./api-key.ts";
import { presentedKey } from "./credentials.ts";
import { localEntity } from "./first-key.ts";
import { foreignProject } from "./foreign-project.ts";
import type { Keys } from "./keys-sql.ts";
import { type Principal, roles } from "./principal.ts";
import { externalProjectId, partsOf, type ProjectName, projectName } from "./project-id.ts";

/** Who is let in, and to what. */
export interface Access {
  /** Who sent these headers; null for no key, a wrong one and a revoked one. */
  authenticate(headers: Headers): Promise<Principal | null>;
  /**
   * Throws unless the principal may do this in every one of the projects, which are texts of the
   * request: `entity/project`, or `internal:<id>` where a ref gave the internal id.
   *
   * @throws BadRequest for what is no project, NotFound for another entity's, Forbidden where
   * the role does not suffice.
   */
  authorise(principal: Principal, access: AccessLevel, projects: readonly string[]): void;
  /** Whether a project exists as far as this principal can tell. */
  maySee(principal: Principal, project: ProjectName): boolean;
}

/** How long a key that was found is not looked up again; a revoked one stops within 5 s. */
const keyTtlMs = 3_000;
const maxCachedKeys = 10_000;

/** Access by API keys, each of which sees its entity's projects. */
export function keyedAccess(keys: Keys, nowMs: () => number = () => performance.now()): Access {
  const found = new LRUCache<string, Principal, string>({
    max: maxCachedKeys,
    ttl: keyTtlMs,
    // Its clock is read on every use: the default reads it once a millisecond at most.
    ttlResolution: 0,
    perf: { now: nowMs },
    fetchMethod: (_hash, _stale, { context: key }) => keys.find(key),
  });
  return accessTo(ownEntity, async (headers) => {
    const key = presentedKey(headers);
    if (key === undefined || !isKeyShaped(key)) return null;
    // By hash: a dump of this process's memory should not list keys.
    return (await found.fetch(hashKey(key).hash, { context: key })) ?? null;
  });
}

/** Access without keys, for a server that only this machine reaches: one user who may do all. */
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
        if (!maySee(principal, project)) throw foreignProject(project, principal);
      }
      if (access === "public" || roles.indexOf(principal.role) >= roles.indexOf(access)) return;
      throw new Forbidden(
        `This needs a key of role ${access}; the key that was sent has role ${principal.role}`,
      );
    },
  };
}

function ownEntity(principal: Principal, entity: string): boolean {
  return principal.entity === entity;
}

function nameIn(text: string): ProjectName {
  const internal = "internal:";
  if (!text.startsWith(internal)) return projectName(text);
  return externalProjectId(text.slice(internal.length));
}
