import { startTraces, type TestTraces } from "../../store/traces/testing/start-traces.ts";
import { openTraceTables } from "../../store/traces/open-trace-tables.ts";
import { Tables, type TablesOptions } from "../tables/tables.ts";
import { traceRecords, type TraceRecords } from "./trace-records.ts";

/** All stores of a test, which are deleted after it. */
export interface TraceStores extends TraceRecords, AsyncDisposable {
  readonly traces: TestTraces["traces"];
  /** Tables on these stores. */
  tables(options?: Partial<TablesOptions>): Tables;
}

/** Opens fresh stores; once for each test file is enough. */
export async function traceStores(): Promise<TraceStores> {
  const [ofRecords, started] = await Promise.all([traceRecords(), startTraces()]);
  const { traces } = started;
  const queues = openTraceTables(traces, { maxQueuedBytes: 64 * 1024 * 1024 });
  const { writers } = queues;
  return {
    ...ofRecords,
    traces,
    tables: (options) => new Tables({ ...ofRecords, traces, writers, ...options }),
    async [Symbol.asyncDispose]() {
      await queues.close();
      await started[Symbol.asyncDispose]();
      await ofRecords.records.close();
    },
  };
}
