import type { Params, ReadOptions, Traces } from "../../store/traces/traces.ts";

/** A long time for a test: then a read that nothing stops ends by itself. */
const maxSeconds = 30;

/** A trace store in which one read goes on until it is stopped. */
export class EndlessTraces implements Traces {
  readonly #traces: Traces;
  #mark = "";
  #endless = -1;
  #reads = 0;
  #begun = Promise.withResolvers<void>();
  #ended = Promise.withResolvers<unknown>();

  constructor(traces: Traces) {
    this.#traces = traces;
  }

  /** Counts reads from 0 again; the read with the number `endless` does not end. */
  beginAnew(endless: number): void {
    this.#mark = crypto.randomUUID();
    this.#endless = endless;
    this.#reads = 0;
    this.#begun = Promise.withResolvers();
    this.#ended = Promise.withResolvers();
  }

  /** The number of reads. */
  get reads(): number {
    return this.#reads;
  }

  /** Resolves when the endless read has begun. */
  get begun(): Promise<void> {
    return this.#begun.promise;
  }

  /** The error with which the endless read ended. */
  get ended(): Promise<unknown> {
    return this.#ended.promise;
  }

  /** Whether the engine still runs the endless read. */
  async isRunning(): Promise<boolean> {
    const sql =
      "SELECT 1 FROM system.processes WHERE position(query, {mark:String}) > 0 " +
      "AND position(query, 'system.processes') = 0";
    return (await this.#traces.query(sql, { mark: this.#mark }, { signal: undefined })).length > 0;
  }

  async query<Row>(sql: string, params: Params, options: ReadOptions): Promise<Row[]> {
    if (!this.#isEndless()) return this.#traces.query(sql, params, options);
    return this.#watched(this.#traces.query(this.#sql, {}, this.#bounded(options)));
  }

  async *stream<Row>(sql: string, params: Params, options: ReadOptions): AsyncGenerator<Row, void> {
    if (!this.#isEndless()) {
      yield* this.#traces.stream<Row>(sql, params, options);
      return;
    }
    const rows = this.#traces.stream<Row>(this.#sql, {}, this.#bounded(options));
    yield* await this.#watched(all(rows));
  }

  insert(...asked: Parameters<Traces["insert"]>): Promise<void> {
    return this.#traces.insert(...asked);
  }

  command(...asked: Parameters<Traces["command"]>): Promise<void> {
    return this.#traces.command(...asked);
  }

  async close(): Promise<void> {}

  #isEndless(): boolean {
    this.#reads += 1;
    return this.#reads - 1 === this.#endless;
  }

  get #sql(): string {
    return `SELECT max(sipHash64(number)), '${this.#mark}' FROM numbers(100000000000)`;
  }

  #bounded(options: ReadOptions): ReadOptions {
    return { ...options, maxSeconds, settings: { max_threads: 1 } };
  }

  #watched<Row>(rows: Promise<Row[]>): Promise<Row[]> {
    rows.then(this.#ended.resolve, this.#ended.resolve);
    this.#begun.resolve();
    return rows;
  }
}

async function all<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const found: Row[] = [];
  for await (const row of rows) found.push(row);
  return found;
}
