import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openTraces } from "../open-traces.ts";
import { callRow } from "./call-rows.ts";
import { silentLog } from "./silent-log.ts";
import { ownRead } from "../traces.ts";

/** A program: fills the small disk of the given folder, and prints how each operation ended. */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("the folder is missing");

const outcome = async (work: Promise<unknown>): Promise<string> =>
  await work.then(
    () => "done",
    (error: unknown) => (error instanceof Error ? error.constructor.name : String(error)),
  );

const open = () => openTraces({ dataDir: folder, log: silentLog });
let traces = await open();
const insert = (project: string): Promise<void> => {
  const rows = Array.from({ length: 500 }, (_, index) => callRow(project, index));
  return traces.insert("calls", rows, crypto.randomUUID());
};
const count = async (project: string): Promise<unknown> => {
  const sql = "SELECT count() AS n FROM calls WHERE project_id = {project:String}";
  return (await traces.query<{ n: number }>(sql, { project }, ownRead))[0]?.n;
};
const report: Record<string, unknown> = {};

await insert("before");
const filler = join(folder, "filler");
report["filling"] = await outcome(writeFile(filler, Buffer.alloc(1024 * 1024 * 1024)));
report["insert"] = await outcome(insert("while full"));
report["again"] = await outcome(insert("while full"));
report["read"] = [await count("before"), await count("while full")];
await rm(filler);
report["insert, with space"] = await outcome(insert("after"));
await traces.close();
traces = await open();
report["read, opened again"] = [
  await count("before"),
  await count("while full"),
  await count("after"),
];
await traces.close();
console.log(JSON.stringify(report));
