import { createHash } from "node:crypto";
import type { ProjectId } from "../../../access/project-id.ts";
import type { CallRef } from "../../refs/ref.ts";
import { uuidV7, uuidV7Time } from "../../uuid-v7.ts";

/**
 * The id of feedback that a call made, for a client that sends none: always the same for the same
 * content, so that a client may repeat a request whose answer it lost. A UUID of version 7 with the
 * time of the call.
 */
export function idOfMade(projectId: ProjectId, call: CallRef, ...content: string[]): string {
  const hash = createHash("sha256").update(JSON.stringify([projectId, ...content]));
  return uuidV7(uuidV7Time(call.id) ?? 0, hash.digest());
}
