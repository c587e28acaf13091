/**
 * Preloaded (`node --import`) into a program that is measured: when it ends, it leaves what it
 * used, as JSON, in the file that `BENCH_USAGE` names.
 */
import { writeFileSync } from "node:fs";
import { resourceUsage } from "node:process";

const file = process.env["BENCH_USAGE"];
if (file === undefined) throw new Error("BENCH_USAGE names no file.");

process.on("exit", () => {
  // Kilobytes, on Linux and macOS alike by libuv's account.
  writeFileSync(file, JSON.stringify({ peakBytes: resourceUsage().maxRSS * 1024 }));
});
