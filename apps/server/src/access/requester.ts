import type { Principal } from "./principal.ts";
import type { RequestProjects } from "./request-projects.ts";

/** Who sent a request, and the projects that it names. */
export interface Requester {
  readonly principal: Principal;
  readonly projects: RequestProjects;
}
