import { StateShadow } from "./state-shadow.ts";

/** Bytes of spare shadows that are kept at most. */
const maxSpareBytes = 64 * 2 ** 20;

/**
 * The shadows of one worker. The memory of a shared buffer comes back only when the collectors of all threads have
 * run, and nothing makes them run: so the shadows of closed models serve the next ones.
 */
export class ShadowPool {
  readonly #spare: StateShadow[] = [];
  #openBytes = 0;

  /** Bytes of the shadows of open models, and of those that wait for a model. */
  get bytes(): number {
    return this.#openBytes + this.#spareBytes();
  }

  /** A shadow for a model and its floats: the smallest spare one that is not twice as large, or a new one. */
  take(model: number, floats: number): StateShadow {
    const fitting = this.#spare
      .filter(({ capacity }) => capacity >= floats && capacity <= 2 * floats)
      .toSorted((one, other) => one.capacity - other.capacity)[0];
    if (fitting !== undefined) this.#spare.splice(this.#spare.indexOf(fitting), 1);
    const shadow = fitting ?? StateShadow.create(floats);
    shadow.model = model;
    this.#openBytes += shadow.buffer.byteLength;
    return shadow;
  }

  /** Takes the shadow of a model back that is closed. */
  giveBack(shadow: StateShadow): void {
    this.#openBytes -= shadow.buffer.byteLength;
    this.#spare.push(shadow);
    while (this.#spareBytes() > maxSpareBytes) this.#spare.shift();
  }

  #spareBytes(): number {
    return this.#spare.reduce((bytes, { buffer }) => bytes + buffer.byteLength, 0);
  }
}
