import type { CallsOptions } from "@heddle/server/trace/calls";

type Traces = CallsOptions["traces"];

/** Adds up the time of statements. */
export class TimedTraces implements Traces {
  /** The time of the statements so far, in ms; set it to 0 to begin anew. */
  ms = 0;
  readonly #traces: Traces;

  constructor(traces: Traces) {
    this.#traces = traces;
  }

  async query<Row>(...asked: Parameters<Traces["query"]>): Promise<Row[]> {
    const askedAt = performance.now();
    const rows = await this.#traces.query<Row>(...asked);
    this.ms += performance.now() - askedAt;
    return rows;
  }

  stream(): never {
    throw new Error("The time of a stream is not measured yet.");
  }

  insert(...asked: Parameters<Traces["insert"]>): Promise<void> {
    return this.#traces.insert(...asked);
  }

  command(...asked: Parameters<Traces["command"]>): Promise<void> {
    return this.#traces.command(...asked);
  }

  close(): Promise<void> {
    return this.#traces.close();
  }
}
