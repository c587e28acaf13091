import { openTraces } from "../open-traces.ts";
import { silentLog } from "./silent-log.ts";

/** Run as a process: opens the trace store of a folder, says so, and stays until it is killed. */
const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error("the folder is missing");
const traces = await openTraces({ dataDir, log: silentLog });
await traces.insert("tables", ['{"project_id":"p","digest":"d"}'], "1");
console.log(traces.enginePid);
setInterval(() => {}, 1000);
