import { ApiError, BadRequest } from "@heddle/server-kit";
import { GraphQLError } from "graphql";
import type { Principal } from "../../access/principal.ts";
import type { ProjectRecord } from "../../access/projects.ts";
import { noKey } from "../../access/unauthorized.ts";
import { entityNode, projectNode, projectPage, userNode } from "./nodes.ts";

/** What the door reaches of the rest of the server. */
export interface Directory {
  /** `entity/project`, where it has been written to or made. */
  find(project: string): Promise<ProjectRecord | undefined>;
  /** The projects of an entity by name, from behind the name `after`, at most `limit`. */
  list(entity: string, after: string, limit: number): Promise<readonly ProjectRecord[]>;
  /** Makes `entity/project` where it is missing. */
  ensure(project: string): Promise<void>;
  /** Whether `entity/project` exists as far as the principal can tell; throws for what is no name. */
  maySee(principal: Principal, project: string): boolean;
  /** Throws an `ApiError` unless the principal may write to `entity/project`. */
  authoriseWrite(principal: Principal, project: string): void | Promise<void>;
}

/** Whom a document is answered for. */
export interface Asker {
  /** Null without a key: SDKs ask before they have one. */
  readonly principal: Principal | null;
  /** Where links that SDKs print lead. */
  readonly frontendHost: string;
}

/** Projects on a page, whatever is asked for; the schema has no other list that grows. */
export const maxPageSize = 50;

interface ProjectArguments {
  readonly name?: string | null;
  readonly entityName?: string | null;
}

interface ProjectsArguments {
  readonly entityName?: string | null;
  readonly after?: string | null;
  readonly first?: number | null;
}

interface UsersArguments {
  readonly ids?: readonly string[] | null;
  readonly query?: string | null;
}

interface UpsertArguments {
  readonly input: ProjectArguments & { readonly description?: string | null };
}

/** What an SDK shows as a permission problem, instead of a stack. */
const permissionError = { extensions: { code: "PERMISSION_ERROR" } };

/** Root resolvers for one document; those below the root are plain members. */
export function rootOf(directory: Directory, { principal, frontendHost }: Asker): object {
  const lookUps = new Map<string, Promise<ProjectRecord | undefined>>();
  /** However often a document names a project, it is looked up once. */
  const find = (project: string): Promise<ProjectRecord | undefined> => {
    const found = lookUps.get(project) ?? directory.find(project);
    lookUps.set(project, found);
    return found;
  };
  const project = async ({ name, entityName }: ProjectArguments): Promise<object | null> => {
    if (!principal) return null;
    const wanted = `${entityName ?? principal.entity}/${name ?? ""}`;
    if (!isVisible(directory, principal, wanted)) return null;
    const found = await find(wanted);
    return found ? projectNode(found, principal) : null;
  };
  return {
    viewer: () => principal && userNode(principal),
    project,
    model: project,
    models: async ({ entityName, after, first }: ProjectsArguments) => {
      if (!principal || (entityName ?? principal.entity) !== principal.entity) return null;
      const size = Math.min(Math.max(first ?? maxPageSize, 1), maxPageSize);
      const found = await directory.list(principal.entity, after ?? "", size + 1);
      return projectPage(found, size, principal);
    },
    entity: ({ name }: { readonly name: string }) =>
      principal?.entity === name ? entityNode(principal) : null,
    users: (wanted: UsersArguments) => ({
      edges: principal && isWanted(principal, wanted) ? [{ node: userNode(principal) }] : [],
    }),
    serverInfo: () => ({ frontendHost, cliVersionInfo: {}, features: [] }),
    upsertModel: ({ input }: UpsertArguments) => upsertProject(directory, principal, input),
  };
}

function isWanted({ userName }: Principal, { ids, query }: UsersArguments): boolean {
  return (!ids || ids.includes(userName)) && userName.includes(query ?? "");
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
  if (!principal) throw new GraphQLError(noKey, permissionError);
  if (!name) throw new GraphQLError("input.name is needed: what the project is to be called");
  const project = `${entityName ?? principal.entity}/${name}`;
  try {
    await directory.authoriseWrite(principal, project);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new GraphQLError(error.reason, error instanceof BadRequest ? {} : permissionError);
  }
  const known = await directory.find(project);
  await directory.ensure(project);
  const made = known ?? (await directory.find(project));
  if (!made) throw new Error(`${project} is not there after it was made`);
  const node = projectNode(made, principal, description ?? null);
  return { model: node, project: node, inserted: known === undefined };
}
