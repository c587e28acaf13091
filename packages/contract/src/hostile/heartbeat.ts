import { get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { within } from "./outcomes.ts";

const everyMs = 50;

/** Requests `/healthz` again and again during an attack, over a new connection each time. */
export class Heartbeat {
  readonly #url: string;
  readonly #done: Promise<void>;
  #isOver = false;
  /** The longest time that an answer took, or has taken so far, in ms. */
  #longestMs = 0;
  #askedAt: number | undefined;
  /** Requests without an answer, since the connection broke. */
  failures = 0;

  constructor(url: string) {
    this.#url = `${url}/healthz`;
    this.#done = this.#beat();
  }

  get longestMs(): number {
    const sofar = this.#askedAt === undefined ? 0 : performance.now() - this.#askedAt;
    return Math.max(this.#longestMs, sofar);
  }

  /** Waits for the current answer, at most `patienceMs`, and ends. */
  async end(patienceMs = 5_000): Promise<void> {
    this.#isOver = true;
    await within(patienceMs, this.#done);
  }

  async #beat(): Promise<void> {
    while (!this.#isOver) {
      this.#askedAt = performance.now();
      try {
        await this.#ask();
      } catch {
        this.failures += 1;
      }
      this.#longestMs = this.longestMs;
      this.#askedAt = undefined;
      await pause(everyMs);
    }
  }

  #ask(): Promise<void> {
    return new Promise((resolve, reject) => {
      const asked = get(this.#url, { agent: false }, (response) => {
        response.resume().once("end", resolve).once("error", reject);
      });
      asked.once("error", reject);
    });
  }
}
