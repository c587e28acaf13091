/**
 * How a process ended: with a status or by a signal, and the exception that it died of.
 *
 * @typedef {object} End
 * @property {number | null} code
 * @property {NodeJS.Signals | null} signal
 * @property {string | undefined} exception
 */

const most = 5;
const withinMs = 60_000;
const firstDelayMs = 200;

/** How often a server may crash before it is given up, and how long it waits in between. */
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
  SIGABRT: "as when the memory that it may use is exhausted",
  SIGKILL: "from outside, as the system does when memory runs out",
  SIGSEGV: "a fault in native code",
  SIGBUS: "a fault in native code, or a disk that is full",
  SIGILL: "a fault in native code",
};

/**
 * The end of a process in words.
 *
 * @param {End} end
 */
export function describeEnd({ code, signal, exception }) {
  if (exception !== undefined) return exception;
  if (signal === null) return `exit status ${code}`;
  const cause = causes[signal];
  return cause === undefined ? signal : `${signal} (${cause})`;
}
