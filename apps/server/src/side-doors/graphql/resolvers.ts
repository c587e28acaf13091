import { GraphQLError } from "graphql";
import { requestBounds } from "../../config/request-bounds.ts";
import type { Principal } from "../../access/principal.ts";
import type { ProjectName } from "../../access/project-id.ts";
import type { ProjectRecord } from "../../access/projects-sql.ts";
import type { Requester } from "../../access/requester.ts";
import { noKey } from "../../http/unauthorized.ts";
import { InvalidInput, Refusal } from "../../refusals/refusal.ts";
import { entityNode, projectNode, projectPage, userNode } from "./nodes.ts";

/** What the door reaches of the rest of the server. */
export interface Directory {
  /** A project that has been written to or made. */
  find(project: ProjectName, signal: AbortSignal): Promise<ProjectRecord | undefined>;
  /** The projects of an entity by name, from behind the name `after`, at most `limit`. */
  list(
    entity: string,
    after: string,
    limit: number,
    signal: AbortSignal,
  ): Promise<readonly ProjectRecord[]>;
  /** Makes a project where it is missing. */
  ensure(project: ProjectName): Promise<void>;
  /** Throws a `Refusal` unless the principal may write to a project. */
  authoriseWrite(principal: Principal, project: ProjectName): void | Promise<void>;
}

/** Whom a document is answered for. */
export interface Asker {
  /** Null without a key: SDKs ask before they have one. */
  readonly requester: Requester | null;
  /** Where links that SDKs print lead. */
  readonly frontendHost: string;
  /** Aborted when the asker leaves. */
  readonly signal: AbortSignal;
}

/** Projects on a page, whatever is asked for; the schema has no other list that grows. */
export const maxPageSize: number = requestBounds.graphqlPage.limit;

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
export function rootOf(directory: Directory, { requester, frontendHost, signal }: Asker): object {
  const principal = requester?.principal ?? null;
  const lookUps = new Map<ProjectName, Promise<ProjectRecord | undefined>>();
  /** However often a document names a project, it is looked up once. */
  const find = (project: ProjectName): Promise<ProjectRecord | undefined> => {
    const found = lookUps.get(project) ?? directory.find(project, signal);
    lookUps.set(project, found);
    return found;
  };
  const project = async ({ name, entityName }: ProjectArguments): Promise<object | null> => {
    if (!requester) return null;
    const { principal } = requester;
    const wanted = visible(requester, `${entityName ?? principal.entity}/${name ?? ""}`);
    const found = wanted && (await find(wanted));
    return found ? projectNode(found, principal) : null;
  };
  return {
    viewer: () => principal && userNode(principal),
    project,
    model: project,
    models: async ({ entityName, after, first }: ProjectsArguments) => {
      if (!principal || (entityName ?? principal.entity) !== principal.entity) return null;
      const size = Math.min(Math.max(first ?? maxPageSize, 1), maxPageSize);
      const found = await directory.list(principal.entity, after ?? "", size + 1, signal);
      return projectPage(found, size, principal);
    },
    entity: ({ name }: { readonly name: string }) =>
      principal?.entity === name ? entityNode(principal) : null,
    users: (wanted: UsersArguments) => ({
      edges: principal && isWanted(principal, wanted) ? [{ node: userNode(principal) }] : [],
    }),
    serverInfo: () => ({ frontendHost, cliVersionInfo: {}, features: [] }),
    upsertModel: ({ input }: UpsertArguments) => upsertProject(directory, requester, input, signal),
  };
}

function isWanted({ userName }: Principal, { ids, query }: UsersArguments): boolean {
  return (!ids || ids.includes(userName)) && userName.includes(query ?? "");
}

/** The project that a text names, where there is one as far as the asker can tell. */
function visible({ projects }: Requester, text: string): ProjectName | undefined {
  const project = projects.find(text);
  return project && projects.isVisible(project) ? project.name : undefined;
}

async function upsertProject(
  directory: Directory,
  requester: Requester | null,
  { name, entityName, description }: UpsertArguments["input"],
  signal: AbortSignal,
): Promise<object> {
  if (!requester) throw new GraphQLError(noKey, permissionError);
  if (!name) throw new GraphQLError("input.name is needed: what the project is to be called");
  const { principal } = requester;
  const project = await writable(directory, requester, `${entityName ?? principal.entity}/${name}`);
  const known = await directory.find(project, signal);
  await directory.ensure(project);
  const made = known ?? (await directory.find(project, signal));
  if (!made) throw new Error(`${project} is not there after it was made`);
  const node = projectNode(made, principal, description ?? null);
  return { model: node, project: node, inserted: known === undefined };
}

/** The project that a text names, where the asker may write to it. */
async function writable(
  directory: Directory,
  { principal, projects }: Requester,
  text: string,
): Promise<ProjectName> {
  try {
    const { name } = projects.named(text);
    await directory.authoriseWrite(principal, name);
    return name;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new GraphQLError(error.message, error instanceof InvalidInput ? {} : permissionError);
  }
}
