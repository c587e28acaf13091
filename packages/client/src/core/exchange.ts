import { AbortError, ConnectionError, TimeoutError } from "./errors.ts";
import { fields } from "./error-body.ts";

/** One request and its answer, until the last part of the answer has come. */
export interface Exchange {
  /** `calls.read`. */
  readonly operation: string;
  /** Aborts when the request must stop. */
  readonly signal: AbortSignal;
  /**
   * Waits for the next data of the server, at most `timeoutMs`. The wait ends on time even if
   * `work` ignores the signal.
   *
   * Throws `AbortError`, `TimeoutError`, and `ConnectionError` for any error that `work` throws.
   */
  wait<T>(work: () => T | Promise<T>): Promise<T>;
  /** Removes the listener from the program's signal, which may live much longer. */
  readonly end: () => void;
  /** Ends the request: the program does not want the rest of the answer. */
  leave(): void;
}

/** Timers hold 31 bits, so a longer wait means for ever. */
const foreverMs = 2 ** 31;

/** Begins an exchange. It aborts when the program's signal does, or when no data comes in time. */
export function openExchange(
  operation: string,
  timeoutMs: number,
  programSignal: AbortSignal | undefined,
): Exchange {
  // `AbortSignal.any` is missing in older runtimes, and this listener can be removed again.
  const controller = new AbortController();
  const { signal } = controller;
  const onAbort = (): void => {
    const cause: unknown = programSignal?.reason;
    controller.abort(new AbortError(`${operation}: aborted`, { cause }));
  };
  const onSilence = (): void =>
    controller.abort(
      new TimeoutError(`${operation}: nothing came for ${timeoutMs} ms; see timeoutMs`),
    );
  const end = (): void => programSignal?.removeEventListener("abort", onAbort);
  if (programSignal?.aborted) onAbort();
  else programSignal?.addEventListener("abort", onAbort);
  return {
    operation,
    signal,
    wait: async (work) => {
      const timer = timeoutMs < foreverMs ? setTimeout(onSilence, timeoutMs) : undefined;
      let onStop = end;
      try {
        signal.throwIfAborted();
        const stopped = new Promise<never>((_, reject) => {
          onStop = reject;
          signal.addEventListener("abort", onStop);
        });
        return await Promise.race([work(), stopped]);
      } catch (cause) {
        throw signal.aborted ? signal.reason : connectionErrorOf(operation, cause);
      } finally {
        clearTimeout(timer);
        signal.removeEventListener("abort", onStop);
      }
    },
    end,
    leave: () => {
      end();
      onAbort();
    },
  };
}

/** Runtimes give the reason one level down: `fetch failed`, because of ECONNREFUSED. */
function connectionErrorOf(operation: string, cause: unknown): ConnectionError {
  const { code = fields(cause)["message"] } = fields(fields(cause)["cause"]);
  const message = `${operation}: the connection failed: ${String(code)}; check baseUrl`;
  return new ConnectionError(message, { cause });
}
