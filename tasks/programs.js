import { spawn } from "node:child_process";
import { constants } from "node:os";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

const passedOn = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
/** The terminal sends Ctrl-C to the whole group, and npm passes it on: both count as one signal. */
const sameSignalMs = 1000;
/** How long the processes that a stopped program left behind get to end. */
const leftBehindMs = 5000;
const lookEveryMs = 20;
const parentEveryMs = 1000;

/**
 * Runs programs one after the other, each in a process group of its own. Signals that this process
 * gets are passed on to the running program. After a signal no further program starts. If npm is
 * killed by SIGKILL, that counts as SIGTERM.
 */
export class Programs {
  /** @type {import("node:child_process").ChildProcess | undefined} */
  #running;
  /** @type {NodeJS.Signals | undefined} */
  #told;
  #toldAtMs = Number.NEGATIVE_INFINITY;

  constructor() {
    for (const signal of passedOn) process.on(signal, () => this.#passOn(signal));
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      this.#passOn("SIGTERM");
    }, parentEveryMs);
    watch.unref();
  }

  /** Whether a signal has come. */
  get isTold() {
    return this.#told !== undefined;
  }

  /**
   * Runs a program to its end; after a signal, until its whole group is gone.
   *
   * @param {readonly string[]} command the program and its arguments
   * @param {object} [options]
   * @param {NodeJS.ProcessEnv} [options.env] this process's own by default
   * @param {(line: string) => void} [options.onLine] gets each line that the program prints;
   * without it, the lines go to the terminal
   * @returns {Promise<number>} its exit status, as a shell would give it
   */
  async run([program = "", ...args], { env = process.env, onLine } = {}) {
    if (this.#told !== undefined) return statusOf(this.#told);
    const child = spawn(program, args, {
      env,
      detached: true,
      stdio: onLine === undefined ? "inherit" : ["ignore", "pipe", "pipe"],
    });
    const closed = new Promise((resolve) => child.on("close", resolve));
    for (const stream of [child.stdout, child.stderr]) {
      if (stream !== null && onLine !== undefined) createInterface(stream).on("line", onLine);
    }
    this.#running = child;
    /** @type {number} */
    const status = await new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("exit", (code, signal) => resolve(code ?? statusOf(signal ?? "SIGKILL")));
    });
    this.#running = undefined;
    if (this.#told !== undefined && child.pid !== undefined) await endGroup(child.pid, this.#told);
    await closed;
    return status;
  }

  /** @param {NodeJS.Signals} signal */
  #passOn(signal) {
    const now = performance.now();
    if (signal === this.#told && now - this.#toldAtMs < sameSignalMs) return;
    this.#told = signal;
    this.#toldAtMs = now;
    this.#running?.kill(signal);
  }
}

/**
 * Sends a signal to the rest of a group, and waits until no process is left; in the end it kills
 * them. Some programs end at a signal but leave behind the processes that they have started.
 *
 * @param {number} leader
 * @param {NodeJS.Signals} signal
 */
async function endGroup(leader, signal) {
  const giveUpAt = performance.now() + leftBehindMs;
  for (let isLeft = send(leader, signal); isLeft; isLeft = send(leader, 0)) {
    if (performance.now() > giveUpAt) {
      send(leader, "SIGKILL");
      return;
    }
    await sleep(lookEveryMs);
  }
}

/**
 * @param {number} leader
 * @param {NodeJS.Signals | 0} signal
 * @returns {boolean} whether any process was there to get it
 */
function send(leader, signal) {
  try {
    return process.kill(-leader, signal);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ESRCH") return false;
    throw error;
  }
}

/** @param {NodeJS.Signals} signal */
function statusOf(signal) {
  return 128 + constants.signals[signal];
}
