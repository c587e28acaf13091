import { createInterface } from "node:readline";
import { openRecords } from "../records.ts";

/** Run as a process: for every line it is sent writes an entity, and prints it once durable. */
const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("the records' file is missing");
const records = await openRecords({ file, migrate: false });
for await (const name of createInterface({ input: process.stdin })) {
  await records.transaction(async (tx) => {
    const created_at = new Date().toISOString();
    await tx.insertInto("entities").values({ name, created_at }).execute();
  });
  console.log(name);
}
