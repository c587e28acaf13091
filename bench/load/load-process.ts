import { fileURLToPath } from "node:url";
import { OrderedProcess } from "../processes/ordered-process.ts";
import type { Entries, Load, LoadFacts, LoadOrder } from "./load.ts";

/**
 * `http` sends batches to a server, whose address and key are given; `raw` inserts rows through an
 * engine of its own in a folder.
 */
export type LoadKind = "http" | "raw";

/** A process that puts load on a server or an engine. */
export type LoadProcess = OrderedProcess<LoadFacts, LoadOrder, Load>;

const programs: Readonly<Record<LoadKind, string>> = {
  http: fileURLToPath(new URL("./http-load.ts", import.meta.url)),
  raw: fileURLToPath(new URL("./raw-load.ts", import.meta.url)),
};

/** Starts a load, which rests until its first order. */
export function startLoad(
  kind: LoadKind,
  entries: Entries,
  args: readonly string[],
): Promise<LoadProcess> {
  return OrderedProcess.start(programs[kind], [entries, ...args]);
}
