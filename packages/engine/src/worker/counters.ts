/** What a counter counts; the order is the layout. */
const counterNames = [
  "decodeSteps",
  "decodedRows",
  "trainingSlices",
  "optimizerSteps",
  "runningSequences",
  "waitingSequences",
  "freePages",
  "totalPages",
  "keptPrefixes",
  "openModels",
  "loadedSamplers",
  "usedKibibytes",
] as const;

/** One counter. */
export type CounterName = (typeof counterNames)[number];

/** All counters at one moment. */
export type EngineStatistics = Readonly<Record<CounterName, number>>;

/** Counters that the worker keeps and any thread reads at no cost. */
export class Counters {
  readonly buffer: SharedArrayBuffer;
  readonly #values: Int32Array;

  constructor(buffer: SharedArrayBuffer = new SharedArrayBuffer(counterNames.length * 4)) {
    this.buffer = buffer;
    this.#values = new Int32Array(buffer);
  }

  add(name: CounterName, amount = 1): void {
    Atomics.add(this.#values, counterNames.indexOf(name), amount);
    Atomics.notify(this.#values, counterNames.indexOf(name));
  }

  /** All to zero: a new worker counts anew. */
  clear(): void {
    this.#values.fill(0);
  }

  set(name: CounterName, value: number): void {
    Atomics.store(this.#values, counterNames.indexOf(name), value);
  }

  get(name: CounterName): number {
    return Atomics.load(this.#values, counterNames.indexOf(name));
  }

  all(): EngineStatistics {
    const entries = counterNames.map((name) => [name, this.get(name)] as const);
    return Object.fromEntries(entries) as Record<CounterName, number>;
  }
}
