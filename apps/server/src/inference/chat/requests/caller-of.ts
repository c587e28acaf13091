import type { Context } from "../../../http/context.ts";
import type { ChatCaller } from "./chat-request.ts";

/** The parts of a chat request that its handler gets beside the body. */
export interface ChatHeaders {
  readonly header: {
    readonly "OpenAI-Project"?: string;
    readonly "X-Heddle-Trace"?: string;
    readonly "X-Request-Id"?: string;
    readonly "X-Vllm-Priority"?: string;
  };
  readonly context: Pick<Context, "principal" | "projects" | "requestId">;
  readonly signal: AbortSignal;
}

/** The project that a request counts for where no header names one. */
const defaultProject = "inference";

/** What a service and its headers say of a chat request. */
export function callerOf(
  { header, context, signal }: ChatHeaders,
  forcesStreamUsage: boolean,
): ChatCaller {
  const { entity } = context.principal;
  const { requestId } = context;
  return {
    entity,
    requester: context,
    traceProject: header["X-Heddle-Trace"],
    project: header["OpenAI-Project"] ?? `${entity}/${defaultProject}`,
    requestId,
    // The listener replaces an id that it cannot repeat safely.
    hasOwnRequestId: header["X-Request-Id"] === requestId,
    priority: header["X-Vllm-Priority"],
    forcesStreamUsage,
    signal,
  };
}
