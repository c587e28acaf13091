import { closeSync, openSync, readFileSync, writeSync } from "node:fs";

/** One answer to a well-behaved client, or a count of one outcome of an attack. */
export interface Entry {
  /** Milliseconds since 1970, when the request was sent. */
  readonly at: number;
  /** The kind of request, or the attack. */
  readonly kind: string;
  readonly ms: number;
  /** 0 if no answer came. */
  readonly status: number;
}

/** A file with one line for each entry; it stays readable however its writer ends. */
export class SiegeLog {
  readonly #file: number;

  constructor(path: string) {
    this.#file = openSync(path, "a");
  }

  add({ at, kind, ms, status }: Entry): void {
    writeSync(this.#file, `${Math.round(at)}\t${kind}\t${ms.toFixed(1)}\t${status}\n`);
  }

  close(): void {
    closeSync(this.#file);
  }
}

export function readLog(path: string): Entry[] {
  return linesOf(path).map((line) => {
    const [at, kind = "", ms, status] = line.split("\t");
    return { at: Number(at), kind, ms: Number(ms), status: Number(status) };
  });
}

/**
 * The acknowledged parts of a call: `s` its start, `e` its end; `?` for a part sent without an
 * answer.
 */
export type Half = "s" | "e" | "?";

/** A file with a line for each half of a call that was acknowledged. */
export class Acknowledged {
  readonly #file: number;

  constructor(path: string) {
    this.#file = openSync(path, "a");
  }

  add(halves: readonly (readonly [id: string, half: Half])[]): void {
    writeSync(this.#file, halves.map(([id, half]) => `${id}\t${half}\n`).join(""));
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** The acknowledged parts of each call, by id. */
export function readAcknowledged(path: string): Map<string, ReadonlySet<Half>> {
  const calls = new Map<string, Set<Half>>();
  for (const line of linesOf(path)) {
    const [id = "", half] = line.split("\t");
    const halves = calls.get(id) ?? new Set<Half>();
    calls.set(id, halves.add(half as Half));
  }
  return calls;
}

function linesOf(path: string): string[] {
  return readFileSync(path, "utf8").split("\n").filter(Boolean);
}
