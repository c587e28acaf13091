import { AbortError, ConnectionError, TimeoutError } from "./errors.ts";
import { fields } from "./error-body.ts";

/** One request and its answer, for as long as anything of it is still to come. */
export interface Exchange {
  /** `calls.read`. */
  readonly operation: string;
  /** What the request has to heed. */
  readonly signal: AbortSignal;
  /**
   * Waits for what the server sends next, at most `timeoutMs`; not longer even for work that does
   * not heed the signal.
   *
   * Throws `AbortError`, `TimeoutError`, and `ConnectionError` for whatever the work throws.
   */
  wait<T>(work: () => T | Promise<T>): Promise<T>;
  /** Lets go of the program's signal, which may live much longer. */
  readonly end: () => void;
  /** Ends the request: what is still to come is not wanted. */
  leave(): void;
}

/** Timers count in 31 bits. */
const foreverMs = 2 ** 31;

/** Begins an exchange. It ends when the program's signal says so, or when nothing comes in time. */
export function openExchange(
  operation: string,
  timeoutMs: number,
  programSignal: AbortSignal | undefined,
): Exchange {
  // Not AbortSignal.any: it is missing in older runtimes, and this listener can be taken off.
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

/** The runtimes tell what happened one level down: `fetch failed`, because of ECONNREFUSED. */
function connectionErrorOf(operation: string, cause: unknown): ConnectionError {
  const { code = fields(cause)["message"] } = fields(fields(cause)["cause"]);
  const message = `${operation}: the connection failed: ${String(code)}; check baseUrl`;
  return new ConnectionError(message, { cause });
}
