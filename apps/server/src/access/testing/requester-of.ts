import { type Access, openAccess } from "../access.ts";
import type { Principal } from "../principal.ts";
import { RequestProjects } from "../request-projects.ts";
import type { Requester } from "../requester.ts";

/** Who sent a request, as the context has it; unless told otherwise where everybody sees all. */
export function requesterOf(
  principal: Principal,
  access: Pick<Access, "maySee"> = openAccess(),
): Requester {
  return { principal, projects: new RequestProjects(access, principal) };
}
