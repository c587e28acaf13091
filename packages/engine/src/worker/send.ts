import type { MessagePort, Transferable } from "node:worker_threads";

import type { FromWorker, ToWorker } from "./protocol.ts";

/** Posts a message of the protocol to the other thread. */
export function send(
  port: MessagePort,
  message: ToWorker | FromWorker,
  transfer: Transferable[] = [],
): void {
  // oxlint-disable-next-line require-post-message-target-origin -- a thread, not a window
  port.postMessage(message, transfer);
}
