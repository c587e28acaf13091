import type { Kysely, KyselyPlugin, Transaction } from "kysely";
import type { Records, RecordsReader } from "../../store/records/records.ts";
import type { Schema } from "../../store/records/schema.ts";

/** Records whose client leaves just before one of the statements begins. */
export class LeftRecords implements Records {
  readonly #records: Records;
  readonly #leave: () => void;
  #last = Infinity;
  #asked = 0;
  #answered = 0;

  constructor(records: Records, leave: () => void) {
    this.#records = records;
    this.#leave = leave;
  }

  /**
   * Counts statements from 0 again; the client leaves before the statement with the number `last`.
   */
  beginAnew(last: number): void {
    this.#last = last;
    this.#asked = 0;
    this.#answered = 0;
  }

  /** The number of completed statements. */
  get answered(): number {
    return this.#answered;
  }

  reading(signal: AbortSignal | undefined): RecordsReader {
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (this.#asked === this.#last) this.#leave();
        this.#asked += 1;
        return node;
      },
      transformResult: async ({ result }) => {
        this.#answered += 1;
        return result;
      },
    };
    return (this.#records.reading(signal) as Kysely<Schema>).withPlugin(plugin);
  }

  get writing(): Records["writing"] {
    return this.#records.writing;
  }

  transaction<T>(work: (tx: Transaction<Schema>) => Promise<T>): Promise<T> {
    return this.#records.transaction(work);
  }

  ping(signal: AbortSignal): Promise<void> {
    return this.#records.ping(signal);
  }

  async close(): Promise<void> {}
}
