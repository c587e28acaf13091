import { fork } from "node:child_process";
import { writeSync } from "node:fs";
import { CrashBudget, describeEnd } from "./crash-budget.js";

/** @import { ChildProcess } from "node:child_process" */
/** @import { FromServer, ToServer } from "../src/cli/parent-messages.ts" */
/** @import { End } from "./crash-budget.js" */

const stopSignals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
/** npm repeats the Ctrl-C that this process has already had from the terminal. */
const sameSignalMs = 500;
/** sysexits.h calls it an internal software error: to start again later may help. */
const crashedStatus = 70;

/**
 * The process behind `heddle start`: holds no data and no port, and keeps the process that does
 * running. A refusal to start is final; a crash is not, until there are too many.
 */
export class ServerKeeper {
  #program;
  #args;
  #budget = new CrashBudget();
  /** @type {ChildProcess | undefined} */
  #server;
  /**
   * Where the first start listened, which may have been told to take any port.
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
   * @returns {Promise<number>} the exit status, when there is no server any more
   */
  run() {
    for (const signal of stopSignals) process.on(signal, () => this.#told(signal));
    return new Promise((resolve) => {
      this.#end = resolve;
      this.#start();
    });
  }

  #start() {
    // The channel closes with this process, however it ends: the server stops when it does.
    const server = fork(this.#program, this.#args, {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    this.#server = server;
    /** @type {string | undefined} */
    let exception;
    let hasRefused = false;
    server.on("message", (/** @type {FromServer} */ message) => {
      if (message.event === "listening") this.#port ??= message.port;
      else if (message.event === "stopping") this.#isStopping = true;
      else if (message.event === "refused") hasRefused = true;
      else exception = message.exception;
    });
    server.once("error", (error) => {
      if (server.pid !== undefined) throw error;
      this.#ended({ code: null, signal: null, exception: error.message }, false);
    });
    // Not `exit`, which may come before the last messages.
    server.once("close", (code, signal) => this.#ended({ code, signal, exception }, hasRefused));
    tell(server, { order: "start", port: this.#port });
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
    // It may have been told before it could listen to signals.
    const isStop = code === 0 || stopSignals.some((stop) => stop === signal);
    if (isStop) return this.#end(0);
    // One that has listened before finds in its way what may go away: a disk that is full.
    const isRefusal = hasRefused && this.#port === undefined;
    if (this.#isStopping || isRefusal) return this.#end(code ?? 1);
    const delayMs = this.#budget.spend(performance.now());
    if (delayMs === undefined) {
      say(
        `heddle start: The server crashed five times within a minute, at last by ${describeEnd(end)}. ` +
          "It is not started again; what it has written above says more.",
      );
      return this.#end(crashedStatus);
    }
    log(
      { serverPid: pid, reason: describeEnd(end), delayMs },
      "the server crashed; starting it again",
    );
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
  // One that cannot be told has ended, and its end is seen.
  server.send(order, () => {});
}

/**
 * A line as the server's log has them, among which it stands.
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
    // A terminal that was closed, a disk that is full: no reason to leave the server alone.
  }
}
