import { readFile } from "node:fs/promises";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { addChatMetrics, type ChatMetricSources } from "./chat-metrics.ts";
import { addEngineMetrics, type EngineMetricSources } from "./engine-metrics.ts";
import type { RequestOutcome } from "./outcome.ts";

/** The state of a queue in front of a store. */
export interface QueueDepth {
  readonly name: string;
  /** Bytes that wait or are being written. */
  readonly bytes: number;
}

/** Sources of the figures that are read at each request for metrics. */
export interface MetricSources {
  queues(): Iterable<QueueDepth>;
  /** The number of open requests. */
  requestsUnderWay(): number;
  /** The budgets that requests share: their size, and the used part. */
  budgets(): Readonly<Record<string, { readonly total: number; readonly used: number }>>;
  /** The engine and its models; absent in tests without an engine. */
  readonly engine?: EngineMetricSources;
  /** Absent in tests without chat. */
  readonly chat?: ChatMetricSources;
  /** Child processes of the server, such as the embedded engine. */
  children(): Iterable<{ readonly name: string; readonly pid: number }>;
}

/** The range reaches from a cached read to a query that reaches its time limit. */
const latencyBucketsS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Metrics for an operator in Prometheus' text format. */
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
      help:
        "Time from the head of a request to the last byte of its answer; " +
        "its count is the number of requests.",
      labelNames: ["service", "operation", "method", "status"],
      buckets: latencyBucketsS,
      registers,
    });
    this.#bytes = new Counter({
      name: "heddle_http_response_bytes_total",
      help: "Bytes of answers, including their heads.",
      labelNames: ["service", "operation"],
      registers,
    });
    this.#aborted = new Counter({
      name: "heddle_http_requests_aborted_total",
      help: "Requests whose client left before the whole answer was sent.",
      labelNames: ["service", "operation"],
      registers,
    });
    this.#registry.registerMetric(
      new Gauge({
        name: "heddle_http_requests_under_way",
        help: "Open requests.",
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
          help: `Places or bytes that requests share: the ${part === "used" ? "used part" : "total"}.`,
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
        help: "Bytes that wait to be stored or are being stored.",
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
        help: "Resident memory of the server's child processes, on systems that report it.",
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
    if (sources.chat !== undefined) addChatMetrics(this.#registry, sources.chat);
    if (sources.engine !== undefined) addEngineMetrics(this.#registry, sources.engine);
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

  /** The current value of every metric. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }
}

/**
 * Linux reports the resident memory of a process in `/proc/<pid>/status`; elsewhere it is unknown.
 */
async function residentBytes(pid: number): Promise<number | undefined> {
  if (process.platform !== "linux") return undefined;
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kib === undefined ? undefined : Number(kib) * 1024;
}
