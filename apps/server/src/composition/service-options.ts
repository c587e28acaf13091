import { type ApiError, type AppOptions, NotBuilt } from "@heddle/server-kit";
import type { Context as HonoContext } from "hono";
import type { Access } from "../access/access.ts";
import type { Account } from "../budgets/account.ts";
import type { Principal } from "../access/principal.ts";
import { RequestProjects } from "../access/request-projects.ts";
import { unauthorized } from "../http/unauthorized.ts";
import type { Config } from "../config/config.ts";
import { authorising } from "../http/authorising.ts";
import type { Context } from "../http/context.ts";
import type { HttpEnv } from "../http/env.ts";
import { answerTo, hasLeft } from "../http/errors.ts";
import type { Logger } from "../http/log.ts";
import { remoteAddress } from "../http/remote-address.ts";
import { bodyKindOf } from "../training/trajectories/trajectory-limits.ts";

/** The parts of the server that the app of a service uses. */
export interface ServiceParts {
  readonly config: Config;
  readonly log: Logger;
  readonly access: Access;
}

/** The principal of requests without a key to public operations: it sees no project. */
const anonymous: Principal = { keyId: "", entity: "", role: "read", userName: "" };

/**
 * The options that the apps of all services share. `service` is the name in the log. `mapError`
 * turns errors into answers; a service may bring its own.
 */
export function serviceOptions(
  service: string,
  { config, log, access }: ServiceParts,
  mapError: (error: unknown) => ApiError | undefined = answerTo,
): AppOptions<Principal, Context> {
  const addressOf = remoteAddress(config.trustedProxies);
  return {
    authenticate: async (headers) => {
      const principal = await access.authenticate(headers);
      if (!principal) throw unauthorized(headers);
      return principal;
    },
    entityOf: (principal) => principal.entity,
    authorise: authorising(access, mapError),
    context: (facts) => {
      const principal = facts.principal ?? anonymous;
      return {
        principal,
        projects: new RequestProjects(access, principal, facts.operation),
        requestId: facts.requestId,
        remoteAddress: facts.remoteAddress,
      };
    },
    // The listener sets the account. An app without a listener, as in tests, counts nothing.
    hold: (c, bytes, { id }) =>
      accountOf(c as HonoContext<HttpEnv>)?.holdBody(bytes, bodyKindOf(id)),
    mapError,
    onError: (err, { requestId, operation }) => {
      // The request's log line already says that it is not built, or that its client has left.
      if (err instanceof NotBuilt || hasLeft(err)) return;
      log.error({ err, requestId, service, operation: operation?.id }, "failed");
    },
    limits: config.limits,
    // The service app is mounted in the listener's app, so this is the listener's context.
    requestId: (c) => (c as HonoContext<HttpEnv>).get("requestId"),
    remoteAddress: (c) => addressOf(c as HonoContext<HttpEnv>),
  };
}

function accountOf(c: HonoContext<HttpEnv>): Account | undefined {
  return c.get("account");
}
