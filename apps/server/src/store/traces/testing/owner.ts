import { openTraces } from "../open-traces.ts";
import { silentLog } from "./silent-log.ts";

/** A program: opens the trace store of a folder, prints the engine's id, and waits for its kill. */
const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error("the folder is missing");
const traces = await openTraces({ dataDir, log: silentLog });
await traces.insert("tables", ['{"project_id":"p","digest":"d"}'], "1");
console.log(traces.enginePid);
setInterval(() => {}, 1000);
