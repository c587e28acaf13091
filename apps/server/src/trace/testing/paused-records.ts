import type { Kysely, KyselyPlugin, Transaction } from "kysely";
import type { Records, RecordsReader } from "../../store/records/records.ts";
import type { Schema } from "../../store/records/schema.ts";

/** Resolves when the next statement may run. */
export type Pause = () => Promise<void>;

/** Where the work pauses: between transactions, or after each statement inside of them. */
type Places = "between transactions" | "inside transactions";

/** Records whose user pauses at every point where another user's work can come in, or a kill. */
export class PausedRecords implements Records {
  readonly #records: Records;
  readonly #pause: Pause;
  readonly #places: Places;

  constructor(records: Records, pause: Pause, places: Places) {
    this.#records = records;
    this.#pause = pause;
    this.#places = places;
  }

  reading(signal: AbortSignal | undefined): RecordsReader {
    return (this.#records.reading(signal) as Kysely<Schema>).withPlugin(this.#afterEach());
  }

  get writing(): Records["writing"] {
    return (this.#records.writing as Kysely<Schema>).withPlugin(this.#afterEach());
  }

  async transaction<T>(work: (tx: Transaction<Schema>) => Promise<T>): Promise<T> {
    if (this.#places === "inside transactions") {
      return this.#records.transaction((tx) => work(tx.withPlugin(this.#afterEach())));
    }
    // The work before it has paused after its last statement.
    const result = await this.#records.transaction(work);
    await this.#pause();
    return result;
  }

  ping(signal: AbortSignal): Promise<void> {
    return this.#records.ping(signal);
  }

  async close(): Promise<void> {}

  #afterEach(): KyselyPlugin {
    return {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        await this.#pause();
        return result;
      },
    };
  }
}
