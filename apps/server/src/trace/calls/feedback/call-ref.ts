import type { ProjectId } from "../../../access/project-id.ts";
import { internalPrefix } from "../../digests/rewrite-refs.ts";

/** The stored ref of a call begins with this text, and ends with the id of the call. */
export function callRefStart(projectId: ProjectId): string {
  return `${internalPrefix}${projectId}/call/`;
}
