import { Closers } from "../../composition/closers.ts";
import {
  traceResources,
  type TraceResources,
  type TraceResourcesOptions,
} from "../../composition/trace-resources.ts";
import { startTraces, type TestTraces } from "../../store/traces/testing/start-traces.ts";
import { openTraceTables, type TraceWriters } from "../../store/traces/open-trace-tables.ts";
import { builtinClasses } from "../objects/builtin/classes.ts";
import { Objects } from "../objects/objects.ts";
import { Refs } from "../refs/refs.ts";
import { Tables } from "../tables/tables.ts";
import { traceRecords, type TraceRecords } from "./trace-records.ts";

/** Every store of a test, gone with it. */
export interface TraceStores extends TraceRecords, AsyncDisposable {
  readonly traces: TestTraces["traces"];
  readonly writers: TraceWriters;
  /** Reads the values of refs. */
  readonly refs: Refs;
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
  const { writers } = queues;
  const builtin = builtinClasses({ allowPrivateProviders: false });
  const objects = new Objects({ ...ofRecords, builtin });
  const refs = new Refs({ objects, tables: new Tables({ ...ofRecords, traces, writers }) });
  const alone = { isShared: false, allowPrivateProviders: false, maxQueuedBytes };
  return {
    ...ofRecords,
    traces,
    writers,
    refs,
    resources: (options) => traceResources({ ...ofRecords, traces, ...alone, ...options }, closers),
    [Symbol.asyncDispose]: () => closers.close(),
  };
}
