import { createInterface } from "node:readline";
import { openRecords } from "../records.ts";

/** A program: writes an entity for each line of its input, and prints the line once durable. */
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
