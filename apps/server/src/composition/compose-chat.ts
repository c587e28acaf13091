import type { Closers } from "./closers.ts";
import type { Config } from "../config/config.ts";
import type { ChatMetricSources } from "../http/chat-metrics.ts";
import type { Logger } from "../http/log.ts";
import { Chat, type ChatParts } from "../inference/chat/chat.ts";
import { reasonFor } from "../inference/service/reason-for.ts";
import { ChatTracing } from "../inference/tracing/chat-tracing.ts";
import { UsageMeter } from "../inference/usage/usage-meter.ts";
import { usageObserver } from "../inference/usage/usage-observer.ts";
import { StoredUsage } from "../inference/usage/usage-sql.ts";
import { UsageTotals } from "../inference/usage/usage-totals.ts";
import type { Records } from "../store/records/records.ts";
import type { Calls } from "../trace/calls/calls.ts";

/** What chat stands on, and what follows its answers. */
export interface ChatServiceParts extends Pick<ChatParts, "engine" | "models" | "openAnswers"> {
  readonly config: Pick<Config, "traceChat">;
  readonly log: Logger;
  readonly records: Records;
  readonly calls: Pick<Calls, "complete">;
}

/** Chat, and its figures. */
export interface ComposedChat {
  readonly chat: Chat;
  readonly metrics: ChatMetricSources;
}

/**
 * Builds the chat of all services: one, since its limits hold for them together. Adds to `closers`
 * what must be written before the stores close.
 */
export function composeChat(parts: ChatServiceParts, closers: Closers): ComposedChat {
  const { config, log, records, calls, ...rest } = parts;
  const meter = new UsageMeter({ store: new StoredUsage(records), log });
  closers.add(() => meter.close());
  const totals = new UsageTotals();
  const setting = config.traceChat;
  const tracing = new ChatTracing({ calls, setting, reasonOf: reasonFor, log });
  closers.add(() => tracing.close());
  return {
    chat: new Chat({ ...rest, observers: [usageObserver(meter, totals), tracing.observe] }),
    metrics: {
      usage: () => totals,
      usageRowsWaiting: () => meter.waiting,
      traced: () => tracing.counts,
    },
  };
}
