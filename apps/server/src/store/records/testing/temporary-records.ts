import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OpenedRecords, openRecords } from "../records.ts";

/** Records in a temporary folder, which is deleted when they are closed. */
export interface TemporaryRecords extends OpenedRecords {
  readonly folder: string;
  readonly file: string;
}

/** Opens empty records for a test. */
export async function temporaryRecords(): Promise<TemporaryRecords> {
  const folder = await mkdtemp(join(tmpdir(), "heddle-records-"));
  const file = join(folder, "records.db");
  const records = await openRecords({ file });
  return {
    ...records,
    folder,
    file,
    close: async () => {
      await records.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
