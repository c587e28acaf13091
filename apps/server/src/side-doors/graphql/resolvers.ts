import { ApiError, BadRequest } from "@heddle/server-kit";
import { GraphQLError } from "graphql";
import type { Principal } from "../../access/principal.ts";

/** What the door reaches of the rest of the server. */
export interface Directory {
  /** Whether `entity/project` has been written to or made. */
  exists(project: string): Promise<boolean>;
  /** Makes `entity/project` where it is missing. */
  ensure(project: string): Promise<void>;
  /** Whether `entity/project` exists as far as the principal can tell; throws for what is no name. */
  maySee(principal: Principal, project: string): boolean;
  /** Throws an `ApiError` unless the principal may write to `entity/project`. */
  authoriseWrite(principal: Principal, project: string): void | Promise<void>;
}

/** Whom a document is answered for. */
export interface Asker {
  readonly principal: Principal | null;
  /** Where links that SDKs print lead. */
  readonly frontendHost: string;
}

interface ProjectArguments {
  readonly name: string;
  readonly entityName?: string | null;
}

interface UpsertArguments {
  readonly input: {
    readonly name?: string | null;
    readonly entityName?: string | null;
    readonly description?: string | null;
  };
}

/** What an SDK shows as a permission problem, instead of a stack. */
const permissionError = { extensions: { code: "PERMISSION_ERROR" } };

/** Root resolvers for one document; those below the root are plain members. */
export function rootOf(directory: Directory, { principal, frontendHost }: Asker): object {
  const project = async ({ name, entityName }: ProjectArguments): Promise<object | null> => {
    if (!principal) return null;
    const entity = entityName ?? principal.entity;
    if (!isVisible(directory, principal, `${entity}/${name}`)) return null;
    return (await directory.exists(`${entity}/${name}`)) ? projectNode(entity, name) : null;
  };
  return {
    viewer: () => principal && userNode(principal),
    project,
    model: project,
    entity: ({ name }: { readonly name: string }) =>
      principal?.entity === name ? entityNode(principal) : null,
    users: ({ ids }: { readonly ids?: readonly string[] | null }) => ({
      edges:
        principal && (!ids || ids.includes(principal.userName))
          ? [{ node: userNode(principal) }]
          : [],
    }),
    serverInfo: () => ({ frontendHost, cliVersionInfo: null }),
    artifact: () => null,
    upsertModel: ({ input }: UpsertArguments) => upsertProject(directory, principal, input),
  };
}

function isVisible(directory: Directory, principal: Principal, project: string): boolean {
  try {
    return directory.maySee(principal, project);
  } catch (error) {
    // A text that cannot be a project's name is the name of no project.
    if (error instanceof BadRequest) return false;
    throw error;
  }
}

async function upsertProject(
  directory: Directory,
  principal: Principal | null,
  { name, entityName, description }: UpsertArguments["input"],
): Promise<object> {
  if (!principal) throw new GraphQLError("Not authenticated", permissionError);
  const entity = entityName ?? principal.entity;
  if (!name) throw new GraphQLError("input.name is needed: what the project is to be called");
  const project = `${entity}/${name}`;
  try {
    await directory.authoriseWrite(principal, project);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new GraphQLError(error.reason, error instanceof BadRequest ? {} : permissionError);
  }
  const inserted = !(await directory.exists(project));
  await directory.ensure(project);
  const node = { ...projectNode(entity, name), description: description ?? null };
  return { model: node, project: node, inserted };
}

function projectNode(entityName: string, name: string): object {
  return { id: `${entityName}/${name}`, name, entityName, description: null, artifact: null };
}

function entityNode({ entity, role }: Principal): object {
  return { id: entity, name: entity, readOnly: role === "read" };
}

function userNode(principal: Principal): object {
  const { userName, entity, role } = principal;
  return {
    id: userName,
    username: userName,
    name: userName,
    email: null,
    admin: role === "admin",
    flags: "{}",
    entity,
    defaultEntity: entityNode(principal),
    teams: { edges: [{ node: entityNode(principal) }] },
  };
}
