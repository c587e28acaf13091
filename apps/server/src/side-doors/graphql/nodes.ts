import type { Principal } from "../../access/principal.ts";
import type { ProjectRecord } from "../../access/projects-sql.ts";

/** A `Project` of the schema. Resolvers below the root are plain members. */
export function projectNode(
  { entity, name, createdAt }: ProjectRecord,
  { role }: Principal,
  description: string | null = null,
): object {
  return {
    id: `${entity}/${name}`,
    name,
    entityName: entity,
    description,
    createdAt,
    readOnly: role === "read",
    isBenchmark: false,
    entity: { id: entity, name: entity, readOnly: role === "read" },
  };
}

/** The entity of a key. */
export function entityNode({ entity, role }: Principal): object {
  return { id: entity, name: entity, readOnly: role === "read" };
}

/** The user of a key. */
export function userNode(principal: Principal): object {
  const { userName, entity, role } = principal;
  return {
    id: userName,
    username: userName,
    name: userName,
    admin: role === "admin",
    flags: "{}",
    entity,
    defaultEntity: entityNode(principal),
    apiKeys: { edges: [] },
    teams: { edges: [{ node: entityNode(principal) }] },
  };
}

/**
 * A page of `size` projects. `found` may have one more project, which shows that another page
 * follows.
 */
export function projectPage(
  found: readonly ProjectRecord[],
  size: number,
  principal: Principal,
): object {
  const shown = found.slice(0, size);
  return {
    edges: shown.map((one) => ({ cursor: one.name, node: projectNode(one, principal) })),
    pageInfo: { endCursor: shown.at(-1)?.name ?? null, hasNextPage: found.length > size },
  };
}
