import { Closers } from "../../composition/closers.ts";
import {
  traceResources,
  type TraceResources,
  type TraceResourcesOptions,
} from "../../composition/trace-resources.ts";
import { startTraces, type TestTraces } from "../../store/traces/testing/start-traces.ts";
import { openTraceTables, type TraceWriters } from "../../store/traces/open-trace-tables.ts";
import { traceRecords, type TraceRecords } from "./trace-records.ts";

/** Every store of a test, gone with it. */
export interface TraceStores extends TraceRecords, AsyncDisposable {
  readonly traces: TestTraces["traces"];
  readonly writers: TraceWriters;
  /** Every resource, on these stores or on others in their place. */
  resources(options?: Partial<TraceResourcesOptions>): TraceResources;
}

const maxQueuedBytes = 64 * 1024 * 1024;

/** Opens fresh ones; once a file is enough. */
export async function traceStores(): Promise<TraceStores> {
  const [ofRecords, started] = await Promise.all([traceRecords(), startTraces()]);
  const { traces } = started;
  const closers = new Closers();
  closers.add(() => ofRecords.records.close());
  closers.add(async () => started[Symbol.asyncDispose]());
  const queues = openTraceTables(traces, { maxQueuedBytes });
  closers.add(() => queues.close());
  const alone = { isShared: false, allowPrivateProviders: false, maxQueuedBytes };
  return {
    ...ofRecords,
    traces,
    writers: queues.writers,
    resources: (options) => traceResources({ ...ofRecords, traces, ...alone, ...options }, closers),
    [Symbol.asyncDispose]: () => closers.close(),
  };
}
