import { EngineError } from "@heddle/engine";
import { StoreError } from "../../store/errors.ts";
import { ModelNotFound } from "../model-not-found.ts";
import { LeaseLost } from "./job-journal-sql.ts";
import { JobFailure } from "./job-work.ts";

/** The server is stopping: the job goes back to the queue for the next start. */
export class ServerStops extends Error {}

/** What becomes of a job whose run ended early. */
export type JobOutcome =
  /** It fails, and its client reads this. */
  | { readonly kind: "fails"; readonly message: string }
  /** It goes back to the queue. A setback counts; waiting for room, or a stop, does not. */
  | { readonly kind: "returns"; readonly afterMs: number; readonly isSetback: boolean }
  /** It has ended already, or is another runner's. */
  | { readonly kind: "gone" };

/** So many claims in a row that get a job no further make it fail. */
export const mostSetbacks = 20;
const longestWaitMs = 30_000;
const shortestWaitMs = 500;

/** What becomes of a job, from the error that its run ended with and its setbacks so far. */
export function outcomeOf(error: unknown, setbacks: number): JobOutcome {
  if (error instanceof JobFailure) return { kind: "fails", message: error.message };
  if (error instanceof LeaseLost || error instanceof ModelNotFound) return { kind: "gone" };
  if (error instanceof ServerStops) return { kind: "returns", afterMs: 0, isSetback: false };
  if (error instanceof StoreError) return setback(setbacks, "The server's store failed");
  if (error instanceof EngineError) return ofEngine(error, setbacks);
  return {
    kind: "fails",
    message: "The server failed in the middle of the job; its log says more.",
  };
}

function ofEngine(error: EngineError, setbacks: number): JobOutcome {
  switch (error.kind) {
    case "busy":
      return {
        kind: "returns",
        afterMs: Math.max(error.retryAfterMs ?? 0, shortestWaitMs),
        isSetback: false,
      };
    case "numerical":
      return {
        kind: "fails",
        message:
          `The training gave numbers that are not finite: ${error.message}. The weights stay as ` +
          "they were before the job.",
      };
    case "invalid":
    case "unsupported":
      return { kind: "fails", message: `The engine refused the job: ${error.message}` };
    case "not_found":
    case "conflict":
      // Such a message may name a file of the server.
      return { kind: "fails", message: "The model cannot be opened; the server's log says more." };
    default:
      return setback(setbacks, "The trainer stopped answering");
  }
}

function setback(setbacks: number, what: string): JobOutcome {
  if (setbacks >= mostSetbacks) return { kind: "fails", message: `${what} ${setbacks} times.` };
  const afterMs = Math.min(shortestWaitMs * 2 ** (setbacks - 1), longestWaitMs);
  return { kind: "returns", afterMs, isSetback: true };
}
