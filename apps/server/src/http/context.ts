import type { Principal } from "../access/principal.ts";
import type { RequestProjects } from "../access/request-projects.ts";
import type { Requester } from "../access/requester.ts";

/** What every handler is told about the request beside its parameters and body. */
export interface Context extends Requester {
  /** Whose key came with the request; a fixed anonymous one for public operations without a key. */
  readonly principal: Principal;
  /** Where the projects that the request names become ids, and ids in refs become names. */
  readonly projects: RequestProjects;
  /** Stands in the answer's `X-Request-Id`, in its error body and in the log line. */
  readonly requestId: string;
  /** As the socket says, or as a trusted proxy does; absent in tests without a socket. */
  readonly remoteAddress: string | undefined;
}
