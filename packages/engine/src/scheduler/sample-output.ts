import type { SampleEvent } from "../sampling.ts";

/** Where the events of a sample go. */
export interface SampleOutput {
  /** Whether the consumer lags so far behind that sampling should wait for it. */
  readonly isFull: boolean;
  push(event: SampleEvent): void;
  /** Nothing follows. */
  end(): void;
  fail(error: unknown): void;
}
