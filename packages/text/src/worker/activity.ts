const serialAt = 0;
const kindAt = 1;
const subjectAt = 2;
const sourceAt = 3;
const kinds = ["call", "encode", "load", "mask"] as const;

/** What the text worker does just now. */
export interface Task {
  /** Counts up: the same number is the same piece of work. */
  readonly serial: number;
  readonly kind: (typeof kinds)[number];
  /** The id of the call, or of the sequence for masks. */
  readonly subject: number;
  /** The connection that a sequence belongs to; 0 for calls. */
  readonly source: number;
}

/**
 * What the worker does, in memory that its client can see while the worker is too busy to answer: so the client knows
 * how long one piece of work takes, and who is to blame when the worker has to be ended.
 */
export class Activity {
  readonly shared: SharedArrayBuffer;
  readonly #fields: Int32Array;
  #lastSerial = 0;

  constructor(shared: SharedArrayBuffer = new SharedArrayBuffer(16)) {
    this.shared = shared;
    this.#fields = new Int32Array(shared);
  }

  /** Runs one piece of work, noted while it runs. */
  async during<T>(task: Omit<Task, "serial">, work: () => T | Promise<T>): Promise<T> {
    this.#lastSerial = (this.#lastSerial % 0x7fff_ffff) + 1;
    Atomics.store(this.#fields, serialAt, 0);
    Atomics.store(this.#fields, kindAt, kinds.indexOf(task.kind));
    Atomics.store(this.#fields, subjectAt, task.subject);
    Atomics.store(this.#fields, sourceAt, task.source);
    Atomics.store(this.#fields, serialAt, this.#lastSerial);
    try {
      return await work();
    } finally {
      Atomics.store(this.#fields, serialAt, 0);
    }
  }

  /** What is being done; null when nothing is. */
  current(): Task | null {
    const serial = Atomics.load(this.#fields, serialAt);
    const kind = kinds[Atomics.load(this.#fields, kindAt)];
    const subject = Atomics.load(this.#fields, subjectAt);
    const source = Atomics.load(this.#fields, sourceAt);
    // Changed in between: something new has begun, which the next look will see.
    const isTorn = Atomics.load(this.#fields, serialAt) !== serial;
    if (serial === 0 || kind === undefined || isTorn) return null;
    return { serial, kind, subject, source };
  }
}
