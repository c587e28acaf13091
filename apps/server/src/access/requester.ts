import type { Principal } from "./principal.ts";
import type { RequestProjects } from "./request-projects.ts";

/** The sender of a request, and the projects that the request names. */
export interface Requester {
  readonly principal: Principal;
  readonly projects: RequestProjects;
}
