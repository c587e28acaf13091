/**
 * Sends a signal to a process that may already have ended: on a busy machine, the supervisor may
 * have ended it because it seemed to hang.
 */
export function sendSignal(pid: number | undefined, signal: NodeJS.Signals): void {
  // Id 0 would mean the whole process group of this process.
  if (pid === undefined) return;
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
