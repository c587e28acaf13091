import { Counter, Gauge, type Registry } from "prom-client";

/** What was used of a base model since the start. */
export interface BaseModelUsage {
  readonly requests: number;
  readonly failures: number;
  readonly promptTokens: number;
  readonly cachedTokens: number;
  readonly completionTokens: number;
}

/** Sources of the figures of chat. */
export interface ChatMetricSources {
  usage(): Iterable<readonly [base: string, counts: BaseModelUsage]>;
  /** Rows of usage that wait to be written. */
  usageRowsWaiting(): number;
  /** Calls of chat in the trace service since the start, and those that wait. */
  traced(): {
    readonly written: number;
    readonly lost: number;
    readonly waiting: number;
  };
}

const counted = {
  requests: "Chat requests for which a model was found.",
  failures: "Chat requests that ended with an error after their model was found.",
} as const;

/** What `kind` says of tokens. Cached tokens are among those of the prompt. */
const tokenKinds = {
  prompt: "promptTokens",
  cached: "cachedTokens",
  completion: "completionTokens",
} as const;

/**
 * Adds chat to a registry. Usage stands under its base model: names of projects and of trained
 * models belong to entities, and any key reads the metrics.
 */
export function addChatMetrics(registry: Registry, sources: ChatMetricSources): void {
  for (const [name, help] of Object.entries(counted)) {
    registry.registerMetric(
      new Counter({
        name: `heddle_chat_${name}_total`,
        help,
        labelNames: ["base_model"],
        registers: [],
        collect() {
          this.reset();
          for (const [base, counts] of sources.usage()) {
            this.inc({ base_model: base }, counts[name as keyof typeof counted]);
          }
        },
      }),
    );
  }
  registry.registerMetric(
    new Counter({
      name: "heddle_chat_tokens_total",
      help: "Tokens of chat: of prompts, of those not computed anew, and of answers.",
      labelNames: ["base_model", "kind"],
      registers: [],
      collect() {
        this.reset();
        for (const [base, counts] of sources.usage()) {
          for (const [kind, member] of Object.entries(tokenKinds)) {
            this.inc({ base_model: base, kind }, counts[member]);
          }
        }
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: "heddle_chat_usage_rows_waiting",
      help: "Rows of usage that are not written yet.",
      registers: [],
      collect() {
        this.set(sources.usageRowsWaiting());
      },
    }),
  );
  registry.registerMetric(
    new Counter({
      name: "heddle_chat_traced_total",
      help: "Chat requests that became calls of the trace service, or that should have and were lost.",
      labelNames: ["outcome"],
      registers: [],
      collect() {
        this.reset();
        const { written, lost } = sources.traced();
        this.inc({ outcome: "written" }, written);
        this.inc({ outcome: "lost" }, lost);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: "heddle_chat_traced_waiting",
      help: "Chat requests whose calls are not written yet.",
      registers: [],
      collect() {
        this.set(sources.traced().waiting);
      },
    }),
  );
}
