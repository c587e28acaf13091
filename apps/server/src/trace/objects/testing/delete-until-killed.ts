import { createInterface } from "node:readline";
import { openRecords } from "../../../store/records/records.ts";
import { openFolderBlobs } from "../../../store/blobs/folder-blobs.ts";
import { Projects } from "../../../access/projects-sql.ts";
import { requesterOf } from "../../../access/testing/requester-of.ts";
import { PausedRecords } from "../../testing/paused-records.ts";
import { principalOf } from "../../testing/trace-records.ts";
import { builtinClasses } from "../builtin/classes.ts";
import { Objects } from "../objects.ts";

/**
 * A program: deletes versions of the object `x`. After each statement it prints a line, and waits for
 * one; at the end it prints `deleted`.
 */
const [file = "", blobs = "", project = "", ...digests] = process.argv.slice(2);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const opened = await openRecords({ file, migrate: false });
const records = new PausedRecords(
  opened,
  async () => {
    console.log("statement");
    await lines.next();
  },
  "inside transactions",
);
const objects = new Objects({
  records,
  blobs: await openFolderBlobs(blobs),
  projects: new Projects(records),
  builtin: builtinClasses({ allowPrivateProviders: false }),
});
const { projects } = requesterOf(principalOf("acme"));
await objects.delete(projects.writable(project), { object_id: "x", digests });
console.log("deleted");
await lines.next();
