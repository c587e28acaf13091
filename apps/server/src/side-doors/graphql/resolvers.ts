import { GraphQLError } from "graphql";
import { requestBounds } from "../../config/request-bounds.ts";
import type { Principal } from "../../access/principal.ts";
import type { ProjectName, WritableProject } from "../../access/project-id.ts";
import type { ProjectRecord } from "../../access/projects-sql.ts";
import type { Requester } from "../../access/requester.ts";
import { noKey } from "../../http/unauthorized.ts";
import { InvalidInput, Refusal } from "../../refusals/refusal.ts";
import { type ArtifactDoor, artifactFields } from "./artifacts/artifact-fields.ts";
import { entityNode, projectNode, projectPage, userNode } from "./nodes.ts";

/** The parts of the server that the resolvers use. */
export interface Directory {
  /** A recorded project. */
  find(project: ProjectName, signal: AbortSignal): Promise<ProjectRecord | undefined>;
  /**
   * The projects of an entity in the order of their names, after the name `after`, at most `limit`.
   */
  list(
    entity: string,
    after: string,
    limit: number,
    signal: AbortSignal,
  ): Promise<readonly ProjectRecord[]>;
  /** Creates a project if it does not exist. */
  ensure(project: WritableProject): Promise<void>;
  /** Throws a `Refusal` unless the principal may write to a project. */
  authoriseWrite(principal: Principal, project: ProjectName): void | Promise<void>;
}

/** The client of a document. */
export interface Asker {
  /** Null without a key: SDKs ask before they have one. */
  readonly requester: Requester | null;
  /** The address at which the links that SDKs print begin. */
  readonly frontendHost: string;
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal;
}

/** Most projects on a page. No other list of the schema grows. */
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

interface RunArguments {
  readonly input: {
    readonly name?: string | null;
    readonly modelName?: string | null;
    readonly entityName?: string | null;
    readonly displayName?: string | null;
    readonly config?: string | null;
  };
}

/** With this code an SDK shows a permission problem instead of a stack trace. */
const permissionError = { extensions: { code: "PERMISSION_ERROR" } };

/** Root resolvers for one document; resolvers below the root are plain members. */
export function rootOf(
  directory: Directory,
  { requester, frontendHost, signal }: Asker,
  door?: ArtifactDoor,
): object {
  const principal = requester?.principal ?? null;
  const authoriseWrite = async (requester: Requester, project: string): Promise<void> =>
    void (await writable(directory, requester, project));
  const fields = door && artifactFields(door, { requester, frontendHost, signal, authoriseWrite });
  const lookUps = new Map<ProjectName, Promise<ProjectRecord | undefined>>();
  /** Looks up each project of a document once. */
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
    if (!found) return null;
    const artifact = fields?.ofProject(found.entity, found.name);
    return { ...projectNode(found, principal), artifact };
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
    ...fields,
    upsertBucket: ({ input }: RunArguments) => upsertRun(directory, requester, input, signal),
    createRunFiles: ({ input }: { readonly input: { readonly runName: string } }) => ({
      runID: input.runName,
      uploadHeaders: [],
      files: [],
    }),
    upsertModel: ({ input }: UpsertArguments) => upsertProject(directory, requester, input, signal),
  };
}

function isWanted({ userName }: Principal, { ids, query }: UsersArguments): boolean {
  return (!ids || ids.includes(userName)) && userName.includes(query ?? "");
}

/** The project that a text names, if the client may see it. */
function visible({ projects }: Requester, text: string): ProjectName | undefined {
  const project = projects.find(text);
  return project && projects.isVisible(project) ? project.name : undefined;
}

async function upsertProject(
  directory: Directory,
  requester: Requester | null,
  { name, entityName, description }: UpsertArguments["input"],
  signal: AbortSignal,
): Promise<{ readonly model: object; readonly project: object; readonly inserted: boolean }> {
  if (!requester) throw new GraphQLError(noKey, permissionError);
  if (!name) throw new GraphQLError("input.name is missing: it is the name of the new project");
  const { principal } = requester;
  const project = await writable(directory, requester, `${entityName ?? principal.entity}/${name}`);
  const known = await directory.find(project.name, signal);
  await directory.ensure(project);
  const made = known ?? (await directory.find(project.name, signal));
  if (!made) throw new Error(`Project ${project.name} was created and cannot be found.`);
  const node = projectNode(made, principal, description ?? null);
  return { model: node, project: node, inserted: known === undefined };
}

/** Answers as if a run began: it has an id and a project, and nothing of it is kept. */
async function upsertRun(
  directory: Directory,
  requester: Requester | null,
  { name, modelName, entityName, displayName, config }: RunArguments["input"],
  signal: AbortSignal,
): Promise<object> {
  const wanted = { name: modelName || "uncategorized", entityName: entityName || null };
  const { project, inserted } = await upsertProject(directory, requester, wanted, signal);
  const run = { id: name ?? "run", name: name ?? "run", config: config ?? "{}", project };
  const bucket = { ...run, displayName: displayName ?? name ?? "run", historyLineCount: 0 };
  return { bucket, inserted };
}

/** The project that a text names, if the client may write to it. */
async function writable(
  directory: Directory,
  { principal, projects }: Requester,
  text: string,
): Promise<WritableProject> {
  try {
    const project = projects.writable(text);
    await directory.authoriseWrite(principal, project.name);
    return project;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new GraphQLError(error.message, error instanceof InvalidInput ? {} : permissionError);
  }
}
