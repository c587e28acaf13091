import { request } from "node:http";

const pingsPerLimit = 4;

/**
 * Pings a socket, and calls `hung` once if no answer came for the given time. Returns a function
 * that stops the pings.
 */
export function watch(socketPath: string, hungAfterMs: number, hung: () => void): () => void {
  let answeredAt = performance.now();
  const ping = (): void => {
    const sent = request({ socketPath, path: "/ping", timeout: hungAfterMs }, (answer) => {
      answeredAt = performance.now();
      answer.resume();
    });
    sent.on("timeout", () => sent.destroy());
    // A refused connection means that the process has died; the supervisor sees its exit.
    sent.on("error", () => {});
    sent.end();
  };
  const timer = setInterval(() => {
    if (performance.now() - answeredAt > hungAfterMs) {
      clearInterval(timer);
      hung();
    } else {
      ping();
    }
  }, hungAfterMs / pingsPerLimit);
  timer.unref();
  return () => clearInterval(timer);
}
