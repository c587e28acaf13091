import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTraces, type OpenedTraces, type OpenTracesOptions } from "../open-traces.ts";
import { silentLog } from "./silent-log.ts";

/** A trace store for a test; disposing it deletes its data. */
export interface TestTraces extends AsyncDisposable {
  readonly traces: OpenedTraces;
  readonly dataDir: string;
}

/**
 * Opens an empty trace store in a temporary folder, or in a new database on the ClickHouse server
 * at `HEDDLE_TEST_CLICKHOUSE`. That takes about half a second, so most test files share one store.
 *
 * @example
 * const store = await startTraces();
 * afterAll(() => store[Symbol.asyncDispose]());
 */
export async function startTraces(
  dataDir?: string,
  options: Pick<OpenTracesOptions, "reads"> = {},
): Promise<TestTraces> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), "heddle-test-")));
  const clickhouse = process.env["HEDDLE_TEST_CLICKHOUSE"];
  const database = `heddle_test_${crypto.randomUUID().replaceAll("-", "")}`;
  const traces = await openTraces({
    url: clickhouse === undefined ? undefined : new URL(database, clickhouse).href,
    ...options,
    dataDir: folder,
    log: silentLog,
    onFault: (engineText) => process.stderr.write(`engine: ${engineText}\n`),
  });
  const dispose = async (): Promise<void> => {
    if (clickhouse !== undefined) await traces.command(`DROP DATABASE ${database}`);
    await traces.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { traces, dataDir: folder, [Symbol.asyncDispose]: dispose };
}
