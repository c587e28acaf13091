import { errorResponse, TooLarge } from "@heddle/server-kit";
import { traceErrorBody } from "@heddle/server-kit/trace";
import { Hono, type Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { requestBounds } from "../../config/request-bounds.ts";
import type { Access } from "../../access/access.ts";
import { presentedKey } from "../../access/credentials.ts";
import type { Projects } from "../../access/projects-sql.ts";
import { type OperationUnderWay, RequestProjects } from "../../access/request-projects.ts";
import { unauthorized } from "../../http/unauthorized.ts";
import type { HttpEnv } from "../../http/env.ts";
import { toApiError } from "../../http/errors.ts";
import type { ArtifactDoor } from "./artifacts/artifact-fields.ts";
import type { Graphql } from "./graphql.ts";
import type { Directory } from "./resolvers.ts";

/** The parts of the server that the GraphQL endpoint needs. */
export interface GraphqlAppOptions {
  readonly access: Access;
  readonly projects: Pick<Projects, "find" | "list" | "ensure">;
  /** The address at which the links that SDKs print begin. */
  readonly frontendHost: (c: Context<HttpEnv>) => string;
  /** Artifacts; without them the SDK finds none. */
  readonly artifacts?: ArtifactDoor;
  /** Gets internal errors. */
  readonly onError: (error: unknown) => void;
}

/** Every document arrives here. A mutation checks the role of the key itself (`authoriseWrite`). */
const operation: OperationUnderWay = { id: "graphql", access: "write" };

/** Far more than the longest document of an SDK, which has about 2 kB. */
const maxBytes = requestBounds.graphqlBytes.limit;

/**
 * Serves `POST /graphql`, the account service that SDKs ask before they trace. It checks the key
 * before it reads the body. Without a key the viewer is null. With a wrong key it reads nothing and
 * answers 401, with the reason in GraphQL's form, because SDKs show that. The first request loads
 * the parser.
 */
export function graphqlApp(options: GraphqlAppOptions): Hono<HttpEnv> {
  const { access, frontendHost, onError } = options;
  let loading: Promise<Graphql> | undefined;
  const app = new Hono<HttpEnv>();
  const limit = bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new TooLarge(`A GraphQL request may have at most ${maxBytes} bytes.`);
    },
  });
  app.post("/graphql", async (c) => {
    const { headers } = c.req.raw;
    const principal = await access.authenticate(headers);
    if (!principal && presentedKey(headers) !== undefined) throw unauthorized(headers);
    loading ??= load(directoryOf(options), onError, options.artifacts);
    const graphql = await loading;
    let text = "";
    await limit(c, async () => {
      text = await c.req.text();
    });
    const requester = principal && {
      principal,
      projects: new RequestProjects(access, principal, operation),
    };
    const { signal } = c.req.raw;
    return c.json(await graphql.answer(text, { requester, frontendHost: frontendHost(c), signal }));
  });
  app.onError((error, c) => {
    const told = toApiError(error);
    if (told.status >= 500) onError(error);
    const id = c.get("requestId");
    // The body has the members of this server's other errors and the member that GraphQL clients
    // read.
    const body = { errors: [{ message: told.reason }], ...traceErrorBody(told, id) };
    return errorResponse(told, body, id);
  });
  return app;
}

async function load(
  directory: Directory,
  onError: (error: unknown) => void,
  door: ArtifactDoor | undefined,
): Promise<Graphql> {
  const { Graphql } = await import("./graphql.ts");
  return new Graphql(directory, onError, door);
}

function directoryOf({ access, projects }: GraphqlAppOptions): Directory {
  return {
    find: (project, signal) => projects.find(project, signal),
    list: (entity, after, limit, signal) => projects.list(entity, after, limit, signal),
    ensure: async (project) => void (await projects.ensure(project)),
    authoriseWrite: (principal, project) => access.authorise(principal, "write", [project]),
  };
}
