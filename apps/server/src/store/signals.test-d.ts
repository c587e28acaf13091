/**
 * The compiler must refuse a read without a signal, because it would go on for a client that has
 * left. This file is compiled and never run: `tsc` is the test.
 */
import type { Blobs } from "./blobs/blobs.ts";
import type { Records } from "./records/records.ts";
import type { Traces } from "./traces/traces.ts";

declare const traces: Traces;
declare const records: Records;
declare const blobs: Blobs;
declare const signal: AbortSignal;

/** Reads of each store. */
export async function reads(): Promise<void> {
  await traces.query("SELECT 1", {}, { signal });
  // @ts-expect-error -- no options
  await traces.query("SELECT 1", {});
  // @ts-expect-error -- options without the signal
  await traces.query("SELECT 1", {}, { cost: "short" });
  // @ts-expect-error -- a stream without the signal
  traces.stream("SELECT 1", {}, { cost: "short" });
  await records.reading(signal).selectFrom("files").select("name").execute();
  // @ts-expect-error -- no signal
  await records.reading().selectFrom("files").select("name").execute();
  // @ts-expect-error -- a read that avoids the signal
  await records.writing.selectFrom("files").select("name").execute();
  await blobs.open("digest", signal);
  // @ts-expect-error -- no signal
  await blobs.open("digest");
}
