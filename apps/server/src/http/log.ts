import { destination, pino, stdTimeFunctions, type DestinationStream, type Logger } from "pino";
import type { RequestOutcome } from "./outcome.ts";
import { probePaths } from "./probe-paths.ts";

export type { Logger } from "pino";

/** `silent` writes nothing; `debug` also writes the probes of the operator. */
export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

/**
 * Creates the server's log: one JSON object per line on standard error, because standard output is
 * for the results of commands. The log never contains a body, a header or a credential.
 */
export function createLog(level: LogLevel, stream?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describe },
    },
    stream ?? standardError(),
  );
}

/** Bytes of lines that may wait for a slow reader; further lines are dropped. */
const maxWaitingBytes = 4 * 1024 * 1024;

/**
 * Writes to standard error. If that fails, lines are lost and the server goes on: a closed terminal
 * or a full disk must not stop it.
 */
function standardError(): DestinationStream {
  const stream = destination({ dest: 2, sync: false, maxLength: maxWaitingBytes });
  const flushSync = stream.flushSync.bind(stream);
  let isBroken = false;
  stream.on("error", () => (isBroken = true));
  stream.on("write", () => (isBroken = false));
  // Pino calls this at the exit of the process, and on a broken stream it would try for ever.
  stream.flushSync = () => {
    if (!isBroken) flushSync();
  };
  return stream;
}

/** Writes one line for each request. */
export function requestLine(log: Logger): (outcome: RequestOutcome) => void {
  return (outcome) => {
    const level = levelOf(outcome);
    if (!log.isLevelEnabled(level)) return;
    const { requestId, method, route, path, service, operation, status } = outcome;
    const { bytes, entity, aborted } = outcome;
    const ms = Math.round(outcome.ms * 10) / 10;
    const line = { requestId, method, route, path, service, operation, status, ms, bytes, entity };
    log[level](aborted ? { ...line, aborted } : line, "request");
  };
}

function levelOf({ status, route }: RequestOutcome): "debug" | "info" | "error" {
  if (probePaths.has(route)) return "debug";
  // A 501 is not an error of the server: the operation is not built, and its clients must not fill
  // the log.
  return status >= 500 && status !== 501 ? "error" : "info";
}

/**
 * An error as the log shows it. Only known fields go in: other fields of a driver's error may quote
 * data.
 */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause === undefined ? {} : { cause: describe(cause) }) };
}
