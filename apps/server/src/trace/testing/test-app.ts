import { type SomeHandlers, traceApp, type TraceHandlers } from "@heddle/server-kit/trace";
import type { Access } from "../../access/access.ts";
import { RequestProjects } from "../../access/request-projects.ts";
import type { Requester } from "../../access/requester.ts";
import type { Principal } from "../../access/principal.ts";
import { authorising } from "../../http/authorising.ts";
import type { Context } from "../../http/context.ts";
import { traceAnswerTo } from "../service/refusal-answers.ts";

/**
 * The trace service with some of its handlers, for one requester. It checks answers against the
 * spec.
 */
export function testApp(
  handlers: SomeHandlers<TraceHandlers<Context>>,
  { principal }: Requester,
  access: Access,
): ReturnType<typeof traceApp> {
  return traceApp<Principal, Context>(handlers, {
    partial: true,
    checkResponses: true,
    authenticate: () => principal,
    authorise: authorising(access, traceAnswerTo),
    context: ({ requestId, remoteAddress, operation }) => ({
      principal,
      projects: new RequestProjects(access, principal, operation),
      requestId,
      remoteAddress,
    }),
    mapError: traceAnswerTo,
  });
}
