import { NotFound } from "@heddle/server-kit";
import { Hono, type Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Access } from "../../access/access.ts";
import { type OperationUnderWay, RequestProjects } from "../../access/request-projects.ts";
import { unauthorized } from "../../http/unauthorized.ts";
import type { HttpEnv } from "../../http/env.ts";
import { heldText } from "../../http/held-text.ts";
import { toApiError } from "../../http/errors.ts";
import { page, pageHeaders } from "../../http/html/layout.ts";
import { html } from "../../http/html/markup.ts";
import { projectUrl } from "./links.ts";
import { callPage } from "./call-page.ts";
import { objectPage } from "./object-page.ts";
import { projectPage } from "./project-page.ts";
import type { PageSource, Visit } from "./views.ts";

/** Traced data needs a key, so no cache may store a page. */
const headers: Readonly<Record<string, string>> = { ...pageHeaders, "Cache-Control": "no-store" };

/** Browsers ask for a user name and a password, so the text explains both. */
const howToLogIn =
  "Load this page again and log in: with any user name, and an API key of this server as the password.";

/** Pages only read. */
const operation: OperationUnderWay = { id: "pages", access: "read" };

type Parameters = Readonly<Record<string, string | undefined>>;

/** The parts of the server that the pages need. */
export interface PagesOptions {
  readonly access: Access;
  readonly source: PageSource;
  /** Gets the errors that answer 500. */
  readonly onError: (error: unknown, c: Context<HttpEnv>) => void;
}

/**
 * Serves the pages behind the links that SDKs print. They need no scripts. A browser without a key
 * is asked for one: with any user name, and the key as the password.
 */
export function pages({ access, source, onError }: PagesOptions): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();

  const show =
    (render: (visit: Visit, parameters: Parameters) => Promise<string>) =>
    async (c: Context<HttpEnv>): Promise<Response> => {
      const principal = await access.authenticate(c.req.raw.headers);
      if (!principal) throw unauthorized(c.req.raw.headers, howToLogIn);
      const parameters: Parameters = c.req.param();
      const projects = new RequestProjects(access, principal, operation);
      const project = projects.named(`${parameters["entity"]}/${parameters["project"]}`);
      access.authorise(principal, operation.access, [project.name]);
      const visit = { principal, projects, project, signal: c.req.raw.signal };
      return heldText(c, await render(visit, parameters), headers);
    };

  const call = show(async (visit, { id = "" }) => {
    const [found, children] = await Promise.all([
      source.call(visit, id),
      source.childrenOf(visit, id),
    ]);
    if (!found) throw new NotFound(`There is no call ${id} in ${visit.project.name}.`);
    return callPage(visit.project.name, found, children);
  });

  const object = show(async (visit, { name = "", version = "" }) => {
    const found = await source.object(visit, name, version);
    if (!found)
      throw new NotFound(`There is no version ${version} of ${name} in ${visit.project.name}.`);
    return objectPage(visit.project.name, found);
  });

  const recent = show(async (visit) =>
    projectPage(visit.project.name, await source.recentCalls(visit)),
  );

  const notBuilt = show(async ({ project }) => {
    throw new NotFound(
      `This page is not built yet. The calls of the project are at ${projectUrl(project.name)}.`,
    );
  });

  app.get("/:entity/:project/r/call/:id", call);
  app.get("/:entity/:project/weave/calls/:id", call);
  app.get("/:entity/:project/weave/objects/:name/versions/:version", object);
  app.get("/:entity/:project/weave/ops/:name/versions/:version", object);
  app.get("/:entity/:project/weave", recent);
  app.get("/:entity/:project/weave/calls", recent);
  app.get("/:entity/:project/weave/traces", recent);
  // Use a named parameter, not a star: the log shows the path if there is no template, and this
  // path contains a project.
  app.get("/:entity/:project/weave/:page{.+}", notBuilt);
  app.get("/:entity/:project/r/:page{.+}", notBuilt);

  app.onError((error, c) => {
    const { status, reason, headers: more } = toApiError(error);
    if (status === 500) onError(error, c);
    const title = status === 404 ? "Not found" : status === 401 ? "A key is needed" : "Sorry";
    const text = page(
      title,
      html`<h1>${title}</h1>
        <p>${reason}</p>`,
    );
    return c.body(text, status as ContentfulStatusCode, { ...headers, ...more });
  });
  return app;
}
