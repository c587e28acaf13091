import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openFolderBlobs } from "../blobs/folder-blobs.ts";
import { openRecords } from "../records/records.ts";
import { nobodyLeaves } from "./nobody-leaves.ts";

/** A program: fills the small disk of the given folder, and prints how each operation ended. */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("the folder is missing");

const outcome = async (work: Promise<unknown>): Promise<string> =>
  await work.then(
    () => "done",
    (error: unknown) => (error instanceof Error ? error.constructor.name : String(error)),
  );

const records = await openRecords({ file: join(folder, "records.db") });
const blobs = await openFolderBlobs(join(folder, "blobs"));
const addEntity = (name: string): Promise<unknown> =>
  records.db.insertInto("entities").values({ name, created_at: "" }).execute();
const report: Record<string, unknown> = {};

await addEntity("before");
const { digest } = await blobs.put(Buffer.from("before"));

const filler = join(folder, "filler");
report["filling"] = await outcome(writeFile(filler, Buffer.alloc(64 * 1024 * 1024)));
report["record"] = await outcome(addEntity("x".repeat(100_000)));
report["blob"] = await outcome(blobs.put(Buffer.alloc(100_000)));
const names = await records.db.selectFrom("entities").select("name").execute();
report["records read"] = names.map((row) => row.name);
report["blob read"] = (await blobs.open(digest, nobodyLeaves))?.size;

await rm(filler);
report["record, with space"] = await outcome(addEntity("after"));
report["blob, with space"] = await outcome(blobs.put(Buffer.from("after")));
await records.close();
console.log(JSON.stringify(report));
