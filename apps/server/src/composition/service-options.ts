import { type AppOptions, NotBuilt } from "@heddle/server-kit";
import type { Context as HonoContext } from "hono";
import type { Access } from "../access/access.ts";
import type { Account } from "../budgets/account.ts";
import type { Principal } from "../access/principal.ts";
import { RequestProjects } from "../access/request-projects.ts";
import { unauthorized } from "../access/unauthorized.ts";
import type { Config } from "../config/config.ts";
import type { Context } from "../http/context.ts";
import type { HttpEnv } from "../http/env.ts";
import { hasLeft, mapStoreError } from "../http/errors.ts";
import type { Logger } from "../http/log.ts";
import { remoteAddress } from "../http/remote-address.ts";

/** What ties the app of a service to the server it runs in. */
export interface ServiceParts {
  readonly config: Config;
  readonly log: Logger;
  readonly access: Access;
}

/** Who asks where nobody has to say: sees nothing that belongs to anybody. */
const anonymous: Principal = { keyId: "", entity: "", role: "read", userName: "" };

/** The options that the apps of all services share; the name is for the log. */
export function serviceOptions(
  service: string,
  { config, log, access }: ServiceParts,
): AppOptions<Principal, Context> {
  const addressOf = remoteAddress(config.trustedProxies);
  return {
    authenticate: async (headers) => {
      const principal = await access.authenticate(headers);
      if (!principal) throw unauthorized(headers);
      return principal;
    },
    entityOf: (principal) => principal.entity,
    authorise: (principal, level, names) => access.authorise(principal, level, names),
    context: (facts) => {
      const principal = facts.principal ?? anonymous;
      return {
        principal,
        projects: new RequestProjects(access, principal),
        requestId: facts.requestId,
        remoteAddress: facts.remoteAddress,
      };
    },
    // The account is the listener's; an app on its own, as tests have it, counts nothing.
    hold: (c, bytes) => accountOf(c as HonoContext<HttpEnv>)?.holdBody(bytes),
    mapError: mapStoreError,
    onError: (err, { requestId, operation }) => {
      // The line of the request says as much: it is not built, or its client has gone.
      if (err instanceof NotBuilt || hasLeft(err)) return;
      log.error({ err, requestId, service, operation: operation?.id }, "failed");
    },
    limits: config.limits,
    // The listener's own context: the service app is mounted in it.
    requestId: (c) => (c as HonoContext<HttpEnv>).get("requestId"),
    remoteAddress: (c) => addressOf(c as HonoContext<HttpEnv>),
  };
}

function accountOf(c: HonoContext<HttpEnv>): Account | undefined {
  return c.get("account");
}
