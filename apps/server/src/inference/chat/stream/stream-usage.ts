import type { ChatCaller, ChatRequest } from "../requests/chat-request.ts";

/** Which usage a stream has. */
export interface StreamUsage {
  /** Before its end, in an event without choices. */
  readonly atEnd: boolean;
  /** In every event, as far as it has come. */
  readonly inEach: boolean;
}

/**
 * Which usage a stream has. `stream_options` without `include_usage` wants it; without
 * `stream_options`, the service decides. Reference: inference-api §3.2.
 */
export function streamUsage(
  { stream_options: options }: ChatRequest,
  { forcesStreamUsage }: ChatCaller,
): StreamUsage {
  if (options === undefined || options === null) return { atEnd: forcesStreamUsage, inEach: false };
  const atEnd = options.include_usage ?? true;
  return { atEnd, inEach: atEnd && options.continuous_usage_stats === true };
}
