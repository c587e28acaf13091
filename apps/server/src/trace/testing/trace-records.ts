import { join } from "node:path";
import { keyedAccess, type Access } from "../../access/access.ts";
import { Keys } from "../../access/keys-sql.ts";
import type { Principal } from "../../access/principal.ts";
import { Projects } from "../../access/projects-sql.ts";
import type { Requester } from "../../access/requester.ts";
import { requesterOf } from "../../access/testing/requester-of.ts";
import type { Blobs } from "../../store/blobs/blobs.ts";
import { openFolderBlobs } from "../../store/blobs/folder-blobs.ts";
import {
  temporaryRecords,
  type TemporaryRecords,
} from "../../store/records/testing/temporary-records.ts";

/** Records, blobs and access of a test, in a folder that is deleted when they are closed. */
export interface TraceRecords {
  readonly records: TemporaryRecords;
  readonly blobs: Blobs;
  readonly access: Access;
  readonly projects: Projects;
  /** A requester of an entity. */
  requesterOf(entity: string): Requester;
}

/** Opens fresh records, blobs and access. */
export async function traceRecords(): Promise<TraceRecords> {
  const records = await temporaryRecords();
  const access = keyedAccess(new Keys(records));
  return {
    records,
    blobs: await openFolderBlobs(join(records.folder, "blobs")),
    access,
    projects: new Projects(records),
    requesterOf: (entity) => requesterOf(principalOf(entity), access),
  };
}

/** The principal of a test. */
export function principalOf(entity: string): Principal {
  return { keyId: "test", entity, role: "write", userName: `user-of-${entity}` };
}
