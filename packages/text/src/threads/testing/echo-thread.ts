import { parentPort, workerData } from "node:worker_threads";

// oxlint-disable-next-line require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(workerData);
