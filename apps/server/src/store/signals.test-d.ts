/**
 * What the compiler refuses: a read that forgets who waits for it, and so would go on for a client
 * who has left. Compiled, never run: `tsc` is the test.
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
  // @ts-expect-error -- the same of a stream
  traces.stream("SELECT 1", {}, { cost: "short" });
  await records.reading(signal).selectFrom("files").select("name").execute();
  // @ts-expect-error -- no signal
  await records.reading().selectFrom("files").select("name").execute();
  // @ts-expect-error -- past the signal
  await records.writing.selectFrom("files").select("name").execute();
  await blobs.open("digest", signal);
  // @ts-expect-error -- no signal
  await blobs.open("digest");
}
