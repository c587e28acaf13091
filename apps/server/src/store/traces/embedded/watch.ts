import { request } from "node:http";

const pingsPerLimit = 4;

/**
 * Pings a socket, and calls `hung` once when nothing has answered for the given time. Returns what
 * stops it.
 */
export function watch(socketPath: string, hungAfterMs: number, hung: () => void): () => void {
  let answeredAt = performance.now();
  const ping = (): void => {
    const sent = request({ socketPath, path: "/ping", timeout: hungAfterMs }, (answer) => {
      answeredAt = performance.now();
      answer.resume();
    });
    sent.on("timeout", () => sent.destroy());
    // A refused connection is a dead process: its exit is seen elsewhere.
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
