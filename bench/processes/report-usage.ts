/**
 * Preloaded (`node --import`) into a measured program: when the program ends, this writes its use
 * of resources, as JSON, into the file that `BENCH_USAGE` names.
 */
import { writeFileSync } from "node:fs";
import { resourceUsage } from "node:process";

const file = process.env["BENCH_USAGE"];
if (file === undefined) throw new Error("BENCH_USAGE names no file.");

process.on("exit", () => {
  // libuv reports kilobytes on both Linux and macOS.
  writeFileSync(file, JSON.stringify({ peakBytes: resourceUsage().maxRSS * 1024 }));
});
