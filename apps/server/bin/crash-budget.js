/**
 * How a process ended: with an exit status or by a signal, and the exception that killed it.
 *
 * @typedef {object} End
 * @property {number | null} code
 * @property {NodeJS.Signals | null} signal
 * @property {string | undefined} exception
 */

const most = 5;
const withinMs = 60_000;
const firstDelayMs = 200;

/** Decides how long to wait before the next start of a server that crashed, and when to give up. */
export class CrashBudget {
  /** @type {number[]} */
  #crashes = [];

  /**
   * Counts a crash.
   *
   * @param {number} now in milliseconds, on a clock that only goes forward
   * @returns {number | undefined} how long to wait, in milliseconds; undefined to give up
   */
  spend(now) {
    this.#crashes = [...this.#crashes.filter((at) => now - at < withinMs), now];
    const count = this.#crashes.length;
    return count < most ? firstDelayMs * 2 ** (count - 1) : undefined;
  }
}

/** @type {Readonly<Partial<Record<NodeJS.Signals, string>>>} */
const causes = {
  SIGABRT: "perhaps it used all the memory that it may have",
  SIGKILL: "sent from outside; the system sends it when memory runs out",
  SIGSEGV: "a fault in native code",
  SIGBUS: "a fault in native code, or a full disk",
  SIGILL: "a fault in native code",
};

/**
 * Describes the end of a process for a message.
 *
 * @param {End} end
 */
export function describeEnd({ code, signal, exception }) {
  if (exception !== undefined) return exception;
  if (signal === null) return `exit status ${code}`;
  const cause = causes[signal];
  return cause === undefined ? signal : `${signal} (${cause})`;
}
