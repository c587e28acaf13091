import type { Principal } from "../access/principal.ts";
import type { RequestProjects } from "../access/request-projects.ts";
import type { Requester } from "../access/requester.ts";

/** The facts about a request that every handler gets with its parameters and body. */
export interface Context extends Requester {
  /**
   * The principal of the request's key; a fixed anonymous one for public operations without a key.
   */
  readonly principal: Principal;
  /** Turns project names of the request into ids, and ids in refs into names. */
  readonly projects: RequestProjects;
  /** Repeated in the answer's `X-Request-Id`, in its error body and in the log line. */
  readonly requestId: string;
  /** From the socket or from a trusted proxy; absent in tests without a socket. */
  readonly remoteAddress: string | undefined;
}
