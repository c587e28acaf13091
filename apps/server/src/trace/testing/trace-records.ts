import { join } from "node:path";
import { keyedAccess, type Access } from "../../access/access.ts";
import { Keys } from "../../access/keys.ts";
import type { Principal } from "../../access/principal.ts";
import { Projects } from "../../access/projects.ts";
import type { Blobs } from "../../store/blobs/blobs.ts";
import { openFolderBlobs } from "../../store/blobs/folder-blobs.ts";
import {
  temporaryRecords,
  type TemporaryRecords,
} from "../../store/records/testing/temporary-records.ts";

/** Records, blobs and access of a test, in a folder of their own that goes when they are closed. */
export interface TraceRecords {
  readonly records: TemporaryRecords;
  readonly blobs: Blobs;
  readonly access: Access;
  readonly projects: Projects;
}

/** Opens fresh ones. */
export async function traceRecords(): Promise<TraceRecords> {
  const records = await temporaryRecords();
  return {
    records,
    blobs: await openFolderBlobs(join(records.folder, "blobs")),
    access: keyedAccess(new Keys(records)),
    projects: new Projects(records),
  };
}

/** Who writes and reads in a test. */
export function principalOf(entity: string): Principal {
  return { keyId: "test", entity, role: "write", userName: `user-of-${entity}` };
}
