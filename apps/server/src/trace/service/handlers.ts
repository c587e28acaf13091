import { isIP } from "node:net";
import { BadRequest, reply } from "@heddle/server-kit/trace";
import type { HandlersOf } from "../trace-handlers.ts";

/** Facts about the service. */
export interface ServiceFacts {
  /** The version of this program. */
  readonly version: string;
}

/** No Python SDK is too old: an old SDK does not ask for new features. */
const oldestPythonSdk = "0.0.0";
/**
 * SDKs compare this with the level that they need from the hosted service. It is higher than every
 * such level.
 */
const interfaceLevel = "99.0.0";

/** Questions about the server itself, most of them from SDKs before they begin. */
export function serviceHandlers({ version }: ServiceFacts): HandlersOf<"service"> {
  return {
    health: () => reply(200, { status: "ok" }),
    version: () => reply(200, { version }),
    serverInfo: () =>
      reply(200, {
        min_required_weave_python_version: oldestPythonSdk,
        trace_server_version: interfaceLevel,
      }),
    geolocate: ({ query, context }) => {
      const ip = query.ip ?? context.remoteAddress ?? "127.0.0.1";
      if (isIP(ip) === 0) {
        throw new BadRequest(`ip must be an IPv4 or IPv6 address, got ${ip.slice(0, 100)}`);
      }
      return reply(200, { ip, location: null, allowed: true });
    },
    projectsInfo: ({ body, context: { projects } }) =>
      reply(
        200,
        body.project_ids
          .flatMap((project) => projects.visible(project) ?? [])
          .map(({ name, id }) => ({ external_project_id: name, internal_project_id: id })),
      ),
  };
}
