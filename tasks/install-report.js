/**
 * An event of pnpm's `--reporter=ndjson`, one on each line.
 *
 * @typedef {object} InstallEvent
 * @property {string} name
 * @property {string} [level]
 * @property {string} [status]
 * @property {string} [message]
 */

/** Reads the output of an install: its progress and its problems. */
export class InstallReport {
  #known = 0;
  #installed = 0;
  #isWaiting = false;
  /** @type {string[]} */
  #problems = [];

  /** @param {string} line */
  read(line) {
    const event = eventIn(line);
    // npx, which fetches pnpm, prints plain lines.
    if (event === undefined) this.#problems.push(line);
    else if (event.level === "error" || event.level === "warn") this.#problems.push(text(event));
    if (event?.name === "pnpm:progress") {
      if (event.status === "resolved") this.#known += 1;
      if (event.status === "imported") this.#installed += 1;
    }
    this.#isWaiting = event?.name === "pnpm:request-retry";
  }

  /** The progress of the install, in a few words. */
  get progress() {
    if (this.#isWaiting) return "the registry does not answer, trying again";
    return this.#known === 0 ? "" : `${this.#installed} of ${this.#known}`;
  }

  /** The output that was not progress. */
  get problems() {
    return this.#problems.join("\n");
  }
}

/**
 * @param {string} line
 * @returns {InstallEvent | undefined}
 */
function eventIn(line) {
  return line.startsWith("{") ? JSON.parse(line) : undefined;
}

/** @param {InstallEvent} event */
function text({ name, message }) {
  return message ?? name;
}
