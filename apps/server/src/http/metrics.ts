import { readFile } from "node:fs/promises";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { RequestOutcome } from "./outcome.ts";

/** A queue in front of a store, as it stands now. */
export interface QueueDepth {
  readonly name: string;
  /** What waits or is being written. */
  readonly bytes: number;
}

/** Where figures other than those of requests are read from, when somebody asks. */
export interface MetricSources {
  queues(): Iterable<QueueDepth>;
  /** Requests that are being worked on. */
  requestsUnderWay(): number;
  /** What requests share: how much there is, and how much of it is taken. */
  budgets(): Readonly<Record<string, { readonly total: number; readonly used: number }>>;
  /** Processes that belong to the server, by name: the embedded engine. */
  children(): Iterable<{ readonly name: string; readonly pid: number }>;
}

/** From a cached read to a query that runs into its time limit. */
const latencyBucketsS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Figures for an operator, in Prometheus' text format, in a registry of their own. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #seconds: Histogram<"service" | "operation" | "method" | "status">;
  readonly #bytes: Counter<"service" | "operation">;
  readonly #aborted: Counter<"service" | "operation">;

  constructor(sources: MetricSources) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry, prefix: "heddle_" });
    this.#seconds = new Histogram({
      name: "heddle_http_request_duration_seconds",
      help: "Time from the head of a request to the last byte of its answer; its count is that of requests.",
      labelNames: ["service", "operation", "method", "status"],
      buckets: latencyBucketsS,
      registers,
    });
    this.#bytes = new Counter({
      name: "heddle_http_response_bytes_total",
      help: "Bytes of answers, heads included.",
      labelNames: ["service", "operation"],
      registers,
    });
    this.#aborted = new Counter({
      name: "heddle_http_requests_aborted_total",
      help: "Requests whose client left before it had the whole answer.",
      labelNames: ["service", "operation"],
      registers,
    });
    this.#registry.registerMetric(
      new Gauge({
        name: "heddle_http_requests_under_way",
        help: "Requests that are being worked on.",
        registers: [],
        collect() {
          this.set(sources.requestsUnderWay());
        },
      }),
    );
    for (const part of ["used", "total"] as const) {
      this.#registry.registerMetric(
        new Gauge({
          name: `heddle_budget_${part}`,
          help: `What requests share, ${part === "used" ? "as far as it is taken" : "all of it"}: places, or bytes.`,
          labelNames: ["budget"],
          registers: [],
          collect() {
            for (const [budget, shares] of Object.entries(sources.budgets())) {
              this.set({ budget }, shares[part]);
            }
          },
        }),
      );
    }
    this.#registry.registerMetric(
      new Gauge({
        name: "heddle_queue_bytes",
        help: "Bytes that wait to be stored, or are being stored.",
        labelNames: ["queue"],
        registers: [],
        collect() {
          this.reset();
          for (const { name, bytes } of sources.queues()) this.set({ queue: name }, bytes);
        },
      }),
    );
    this.#registry.registerMetric(
      new Gauge({
        name: "heddle_child_resident_memory_bytes",
        help: "Resident memory of the server's child processes, where the system tells it.",
        labelNames: ["child"],
        registers: [],
        async collect() {
          this.reset();
          for (const { name, pid } of sources.children()) {
            const bytes = await residentBytes(pid);
            if (bytes !== undefined) this.set({ child: name }, bytes);
          }
        },
      }),
    );
  }

  /** Counts one request. */
  readonly observe = (outcome: RequestOutcome): void => {
    const { service = "", operation = outcome.route, method, status } = outcome;
    this.#seconds.observe({ service, operation, method, status }, outcome.ms / 1000);
    this.#bytes.inc({ service, operation }, outcome.bytes);
    if (outcome.aborted) this.#aborted.inc({ service, operation });
  };

  /** The media type of {@link text}. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Every figure as of now. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }
}

/** Linux tells the resident memory of a process in its `status`; elsewhere it is unknown. */
async function residentBytes(pid: number): Promise<number | undefined> {
  if (process.platform !== "linux") return undefined;
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kib === undefined ? undefined : Number(kib) * 1024;
}
