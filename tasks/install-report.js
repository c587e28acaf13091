/**
 * What pnpm's `--reporter=ndjson` tells, one event a line.
 *
 * @typedef {object} InstallEvent
 * @property {string} name
 * @property {string} [level]
 * @property {string} [status]
 * @property {string} [message]
 */

/** Reads what an install prints: how far it is, and what went wrong. */
export class InstallReport {
  #known = 0;
  #installed = 0;
  #isWaiting = false;
  /** @type {string[]} */
  #problems = [];

  /** @param {string} line */
  read(line) {
    const event = eventIn(line);
    // npx, which fetches pnpm, speaks in plain lines.
    if (event === undefined) this.#problems.push(line);
    else if (event.level === "error" || event.level === "warn") this.#problems.push(text(event));
    if (event?.name === "pnpm:progress") {
      if (event.status === "resolved") this.#known += 1;
      if (event.status === "imported") this.#installed += 1;
    }
    this.#isWaiting = event?.name === "pnpm:request-retry";
  }

  /** How far it is, in a few words. */
  get progress() {
    if (this.#isWaiting) return "the registry does not answer, trying again";
    return this.#known === 0 ? "" : `${this.#installed} of ${this.#known}`;
  }

  /** What it said that was no progress. */
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
