/** A helper thread: runs ranges of kernels until it is terminated. */
import { workerData } from "node:worker_threads";
import { JobBoard } from "./job-board.ts";
import { instantiateKernels } from "./kernel-module.ts";
import { runRange } from "./run-range.ts";
import type { KernelThreadData } from "./helper-threads.ts";

const { module, memory, board, scratch } = workerData as KernelThreadData;
const kernels = instantiateKernels(module, memory, scratch);
const jobs = new JobBoard(memory, board);
for (;;) {
  const range = jobs.claim();
  if (range === null) {
    jobs.sleep();
    continue;
  }
  let isWell = false;
  try {
    runRange(kernels, range.kernel, range.args);
    isWell = true;
  } finally {
    // A trap ends this thread; the owner is told before, and fails the job.
    jobs.finish(isWell);
  }
}
