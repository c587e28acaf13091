import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { Closers } from "./closers.ts";
import type { Config } from "../config/config.ts";
import type { Logger } from "../http/log.ts";
import { openFolderBlobs } from "../store/blobs/folder-blobs.ts";
import type { Blobs } from "../store/blobs/blobs.ts";
import { openRecords, type Records } from "../store/records/records.ts";
import { openEngine, type PlannedEngine } from "./open-engine.ts";
import { openTraces, type OpenedTraces } from "../store/traces/open-traces.ts";

/** The three stores, and the engine. */
export interface Stores {
  readonly records: Records;
  readonly traces: OpenedTraces;
  readonly blobs: Blobs;
  readonly planned: PlannedEngine;
}

/**
 * Opens the stores and the engine at the same time, because the embedded trace engine takes longest.
 * If one fails to open, `closers` closes the others.
 */
export async function openStores(config: Config, log: Logger, closers: Closers): Promise<Stores> {
  const { dataDir, recordsFile: file, tracesUrl: url, blobsFolder, limits } = config;
  const { queryS: querySeconds, requestS: streamSeconds } = limits;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const opening = [
    opened(
      openTraces({ url, dataDir, log: log.child({ part: "traces" }), querySeconds, streamSeconds }),
      closers,
    ),
    opened(openRecords({ file }), closers),
    openFolderBlobs(blobsFolder),
    openEngine(config, log, closers),
  ] as const;
  await Promise.allSettled(opening);
  const [traces, records, blobs, planned] = await Promise.all(opening);
  return { traces, records, blobs, planned };
}

async function opened<Store extends { close(): Promise<void> }>(
  opening: Promise<Store>,
  closers: Closers,
): Promise<Store> {
  const store = await opening;
  closers.add(() => store.close());
  return store;
}
