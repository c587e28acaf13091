import { fork } from "node:child_process";
import { writeSync } from "node:fs";
import { CrashBudget, describeEnd } from "./crash-budget.js";
import { RetryDelay } from "./retry-delay.js";

/** @import { ChildProcess } from "node:child_process" */
/** @import { FromServer, ToServer } from "../src/cli/parent-messages.ts" */
/** @import { End } from "./crash-budget.js" */

const stopSignals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
/** npm sends Ctrl-C again, after the terminal has sent it: two within this time count as one. */
const sameSignalMs = 500;
/** EX_SOFTWARE in sysexits.h, an internal software error: a later start may succeed. */
const crashedStatus = 70;

/**
 * Runs `heddle start`: keeps the server running, a second process that has the data and the port.
 * When its first start is refused, this process ends too. When it crashes, it is started again,
 * until it has crashed too often. If a later start is refused, it tries until one succeeds.
 */
export class ServerKeeper {
  #program;
  #args;
  #budget = new CrashBudget();
  #retry = new RetryDelay();
  /** @type {ChildProcess | undefined} */
  #server;
  /**
   * The port of the first start. Later starts need the same one, even if the setting is "any".
   * @type {number | undefined}
   */
  #port;
  #isStopping = false;
  /** @type {{ readonly signal: NodeJS.Signals, readonly at: number } | undefined} */
  #lastSignal;
  /** @type {NodeJS.Timeout | undefined} */
  #restart;
  /** @type {(status: number) => void} */
  #end = () => {};

  /**
   * @param {string} program
   * @param {readonly string[]} args
   */
  constructor(program, args) {
    this.#program = program;
    this.#args = args;
  }

  /**
   * Starts the server, and starts it again when it crashes.
   *
   * @returns {Promise<number>} the exit status, once the server has ended for good
   */
  run() {
    for (const signal of stopSignals) process.on(signal, () => this.#told(signal));
    return new Promise((resolve) => {
      this.#end = resolve;
      this.#start();
    });
  }

  #start() {
    // However this process ends, its channel closes, and then the server stops too.
    const server = fork(this.#program, this.#args, {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    this.#server = server;
    /** @type {string | undefined} */
    let exception;
    let hasRefused = false;
    server.on("message", (/** @type {FromServer} */ message) => {
      if (message.event === "listening") this.#listens(message.port);
      else if (message.event === "stopping") this.#isStopping = true;
      else if (message.event === "refused") hasRefused = true;
      else exception = message.exception;
    });
    server.once("error", (error) => {
      if (server.pid !== undefined) throw error;
      this.#ended({ code: null, signal: null, exception: error.message }, false);
    });
    // `exit` may come before the last messages; `close` comes after them.
    server.once("close", (code, signal) => this.#ended({ code, signal, exception }, hasRefused));
    tell(server, { order: "start", port: this.#port });
  }

  /** @param {number} port */
  #listens(port) {
    this.#port ??= port;
    this.#retry.reset();
  }

  /**
   * @param {End} end
   * @param {boolean} hasRefused
   */
  #ended(end, hasRefused) {
    const pid = this.#server?.pid;
    if (this.#server === undefined) return;
    this.#server = undefined;
    const { code, signal } = end;
    // A signal that comes before the server handles signals ends it; that is a stop, too.
    const isStop = code === 0 || stopSignals.some((stop) => stop === signal);
    if (isStop) return this.#end(0);
    const isFirstStart = this.#port === undefined;
    if (this.#isStopping || (hasRefused && isFirstStart)) return this.#end(code ?? 1);
    if (hasRefused) {
      const delayMs = this.#retry.next();
      log({ serverPid: pid, delayMs }, "the server could not start; trying again");
      return this.#startAfter(delayMs);
    }
    const delayMs = this.#budget.spend(performance.now());
    if (delayMs === undefined) {
      say(
        "heddle start: The server crashed five times within a minute and is not started again. " +
          `The last reason: ${describeEnd(end)}. See its messages above.`,
      );
      return this.#end(crashedStatus);
    }
    log(
      { serverPid: pid, reason: describeEnd(end), delayMs },
      "the server crashed; starting it again",
    );
    this.#startAfter(delayMs);
  }

  /** @param {number} delayMs */
  #startAfter(delayMs) {
    this.#restart = setTimeout(() => this.#start(), delayMs);
  }

  /** @param {NodeJS.Signals} signal */
  #told(signal) {
    const at = performance.now();
    const last = this.#lastSignal;
    if (last?.signal === signal && at - last.at < sameSignalMs) return;
    this.#lastSignal = { signal, at };
    this.#isStopping = true;
    if (this.#server === undefined) {
      clearTimeout(this.#restart);
      this.#end(0);
    } else if (last === undefined) {
      tell(this.#server, { order: "stop" });
    } else {
      this.#server.kill("SIGKILL");
    }
  }
}

/**
 * @param {ChildProcess} server
 * @param {ToServer} order
 */
function tell(server, order) {
  // Sending fails only when the server has ended, and `close` reports that.
  server.send(order, () => {});
}

/**
 * Writes a line in the format of the server's log, because it appears between the server's lines.
 *
 * @param {object} facts
 * @param {string} msg
 */
function log(facts, msg) {
  const line = { level: "error", time: new Date().toISOString(), part: "parent", ...facts, msg };
  say(JSON.stringify(line));
}

/** @param {string} line */
function say(line) {
  try {
    writeSync(2, `${line}\n`);
  } catch {
    // The terminal may be closed, or the disk full. The server must still be kept running.
  }
}
