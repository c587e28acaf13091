/**
 * Sends a signal to a process that may have ended by itself meanwhile, as one does that is taken for
 * hanging on a busy machine.
 */
export function sendSignal(pid: number | undefined, signal: NodeJS.Signals): void {
  // Zero would be this process and all that it runs with.
  if (pid === undefined) return;
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
