import { type Access, openAccess } from "../access.ts";
import type { Principal } from "../principal.ts";
import { type OperationUnderWay, RequestProjects } from "../request-projects.ts";
import type { Requester } from "../requester.ts";

const writing: OperationUnderWay = { id: "tests.write", access: "write" };

/** Makes a requester that may write, as the context has it. By default it sees every project. */
export function requesterOf(
  principal: Principal,
  access: Pick<Access, "maySee"> = openAccess(),
): Requester {
  return { principal, projects: new RequestProjects(access, principal, writing) };
}
