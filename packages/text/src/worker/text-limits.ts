import { TextError } from "../errors.ts";
import type { Task } from "./activity.ts";

/** What one piece of work in the text worker may take, and how much of it may wait. */
export interface TextLimits {
  /**
   * Milliseconds for a call, and for a step of a constraint; default 700, so that whoever waits behind one that is
   * given up waits less than a second. Where Node tells it, this is processor time, so that a call is not given up for
   * the work of other programs.
   */
  readonly timeoutMs: number;
  /** For encoding a text, which its length bounds already; default 1,000. */
  readonly encodeTimeoutMs: number;
  /** For tokenizers and the grammar library, which are the operator's, and large; default 30,000. */
  readonly loadTimeoutMs: number;
  /** JavaScript heap of the thread; default 512, at least 16. */
  readonly maxHeapMegabytes: number;
  /** Calls that wait or run at once; more are refused as `busy`. Default 1,024. */
  readonly maxQueued: number;
  /** UTF-16 units of a text to encode; default 800,000: prompts of 131,072 tokens, in well under a second. */
  readonly maxTextLength: number;
  /** UTF-16 units that a template may write; default 4,000,000. */
  readonly maxRenderedLength: number;
}

const defaults: TextLimits = {
  timeoutMs: 700,
  encodeTimeoutMs: 1000,
  loadTimeoutMs: 30_000,
  maxHeapMegabytes: 512,
  maxQueued: 1024,
  maxTextLength: 800_000,
  maxRenderedLength: 4_000_000,
};

// A thread that cannot even start with its heap takes the process with it.
const minHeapMegabytes = 16;

/**
 * The limits with their defaults.
 *
 * @throws TextError `invalid` for a limit that is no positive number, and for too small a heap
 */
export function textLimits(options: Partial<TextLimits>): TextLimits {
  const limits = { ...defaults, ...options };
  for (const [name, value] of Object.entries(limits)) {
    const least = name === "maxHeapMegabytes" ? minHeapMegabytes : 1;
    if (!Number.isFinite(value) || value < least) {
      throw new TextError("invalid", `${name} is ${value}; it must be at least ${least}.`, {
        parameter: name,
      });
    }
  }
  return limits;
}

/** Milliseconds that one piece of work of a kind may take. */
export function timeLimitMs(limits: TextLimits, kind: Task["kind"]): number {
  if (kind === "load") return limits.loadTimeoutMs;
  return kind === "encode" ? limits.encodeTimeoutMs : limits.timeoutMs;
}
