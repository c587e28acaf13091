/**
 * Run by helper-threads.test.ts as a process of its own. Terminates a worker that owns helpers and waits until all their
 * threads are gone, then makes helpers itself, leaves them open and comes to its end.
 */
import { readdirSync } from "node:fs";
import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { Worker, isMainThread, parentPort } from "node:worker_threads";
import { Compute } from "../compute.ts";

/** Threads of this process, where the system tells; else always 0. */
function threads(): number {
  return process.platform === "linux" ? readdirSync("/proc/self/task").length : 0;
}

if (isMainThread) {
  const owner = new Worker(new URL(import.meta.url));
  await once(owner, "message");
  const during = threads();
  await owner.terminate();
  const helpersAndOwner = process.platform === "linux" ? 3 : 0;
  while (threads() > during - helpersAndOwner) await setImmediate();
  console.log("helpers ended with their owner");
  const compute = new Compute({ threads: 3 });
  console.log(`${compute.threads - 1} helpers left open`);
} else {
  const compute = new Compute({ threads: 3 });
  // oxlint-disable-next-line require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(compute.threads);
  // A listener keeps this thread alive until it is terminated.
  parentPort?.on("message", () => {});
}
