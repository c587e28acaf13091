import { destination, pino, stdTimeFunctions, type DestinationStream, type Logger } from "pino";
import type { RequestOutcome } from "./outcome.ts";
import { probePaths } from "./probe-paths.ts";

export type { Logger } from "pino";

/** How much is written: `silent` writes nothing, `debug` also the probes of the operator. */
export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

/**
 * The server's log: one JSON object a line on standard error, so that standard output stays what
 * a command was asked for. Nothing that goes into it holds a body, a header or a credential.
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

/** Lines that wait for somebody to read them; what comes on top is dropped. */
const maxWaitingBytes = 4 * 1024 * 1024;

/**
 * Standard error, and nothing where it cannot be written any more: a terminal that was closed or a
 * disk that is full takes the log, and not the server.
 */
function standardError(): DestinationStream {
  const stream = destination({ dest: 2, sync: false, maxLength: maxWaitingBytes });
  const flushSync = stream.flushSync.bind(stream);
  let isBroken = false;
  stream.on("error", () => (isBroken = true));
  stream.on("write", () => (isBroken = false));
  // It is called at the exit, and would try for ever.
  stream.flushSync = () => {
    if (!isBroken) flushSync();
  };
  return stream;
}

/** Writes one line a request. */
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
  // What is not built is no fault of this run, and a client that asks for it must not fill the log.
  return status >= 500 && status !== 501 ? "error" : "info";
}

/** An error as the log shows it. Only its own fields that we know go in: a driver's quote data. */
function describe(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause === undefined ? {} : { cause: describe(cause) }) };
}
