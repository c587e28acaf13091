import { errorResponse, TooLarge } from "@heddle/server-kit";
import { traceErrorBody } from "@heddle/server-kit/trace";
import { Hono, type Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Access } from "../../access/access.ts";
import type { Projects } from "../../access/projects.ts";
import type { HttpEnv } from "../../http/env.ts";
import type { Graphql } from "./graphql.ts";
import type { Directory } from "./resolvers.ts";

/** What the door needs of the rest of the server. */
export interface GraphqlAppOptions {
  readonly access: Access;
  readonly projects: Pick<Projects, "exists" | "ensure">;
  /** Where links that SDKs print lead. */
  readonly frontendHost: (c: Context<HttpEnv>) => string;
  /** Told what went wrong inside. */
  readonly onError: (error: unknown) => void;
}

/** An SDK's longest document is about 2 kB. */
const maxBodyBytes = 64 * 1024;

/**
 * `POST /graphql`, the account service that SDKs ask before they trace. Credentials as everywhere;
 * without any, the viewer is null. The parser is loaded by the first request.
 */
export function graphqlApp(options: GraphqlAppOptions): Hono<HttpEnv> {
  const { access, frontendHost, onError } = options;
  let loading: Promise<Graphql> | undefined;
  const app = new Hono<HttpEnv>();
  const limit = bodyLimit({
    maxSize: maxBodyBytes,
    onError: (c) => {
      const error = new TooLarge();
      const id = c.get("requestId");
      return errorResponse(error, traceErrorBody(error, id), id);
    },
  });
  app.post("/graphql", limit, async (c) => {
    loading ??= load(directoryOf(options), onError);
    const [graphql, principal, text] = await Promise.all([
      loading,
      access.authenticate(c.req.raw.headers),
      c.req.text(),
    ]);
    return c.json(await graphql.answer(text, { principal, frontendHost: frontendHost(c) }));
  });
  return app;
}

async function load(directory: Directory, onError: (error: unknown) => void): Promise<Graphql> {
  const { Graphql } = await import("./graphql.ts");
  return new Graphql(directory, onError);
}

function directoryOf({ access, projects }: GraphqlAppOptions): Directory {
  return {
    maySee: (principal, project) => access.maySee(principal, project),
    exists: (project) => projects.exists(project),
    ensure: async (project) => void (await projects.ensure(project)),
    authoriseWrite: (principal, project) => access.authorise(principal, "write", [project]),
  };
}
