import { Session, type ChdbQueryStream } from "chdb";
import { engineException } from "./exception.ts";
import type { EngineRequest } from "./request.ts";

/** Settings of every session, where the binding's defaults are too small or not ClickHouse's. */
const baseSettings: ReadonlyMap<string, string> = new Map([
  ["implicit_select", "0"],
  ["allow_introspection_functions", "0"],
  ["async_insert", "0"],
  // Statements set the parameters, and their length counts as that of a query.
  ["max_query_size", String(16 * 1024 * 1024)],
]);

/** A parameter in a statement: `{name:Type}`. */
const placeholder = /\{\s*(\w+)\s*:/g;

/**
 * One connection to the engine. The engine keeps settings and parameters from query to query, so
 * the statement that sets up a query also undoes those of the query before.
 */
export class EngineSession {
  readonly #open: () => Session;
  #session: Session;
  #tag = "";
  #database = "default";
  readonly #settings = new Map<string, string>();
  readonly #params = new Set<string>();

  /** Throws if the folder cannot be opened. */
  constructor(path: string, serverArguments: readonly string[]) {
    const base = Array.from(baseSettings, ([name, value]) => `--${name}=${value}`);
    this.#open = () => new Session(path, { connectionArgs: [...serverArguments, ...base] });
    this.#session = this.#open();
  }

  /** Marks this session's queries in the engine's list of queries, which does not show our ids. */
  get tag(): string {
    return this.#tag;
  }

  /** Sets database, settings and parameters for a request. */
  async prepare(request: EngineRequest): Promise<void> {
    if (this.#hasStaleParam(request)) this.#renew();
    if (request.database !== this.#database) {
      await this.#session.queryAsync(`USE \`${request.database.replaceAll("`", "")}\``);
      this.#database = request.database;
    }
    const changes: string[] = [];
    if (this.#tag === "") {
      this.#tag = crypto.randomUUID();
      changes.push(`log_comment = ${literal(this.#tag)}`);
    }
    for (const name of this.#settings.keys()) {
      if (request.settings.has(name)) continue;
      const base = baseSettings.get(name);
      changes.push(`${name} = ${base === undefined ? "DEFAULT" : literal(base)}`);
    }
    for (const [name, value] of request.settings) {
      if (this.#settings.get(name) !== value) changes.push(`${name} = ${literal(value)}`);
    }
    for (const [name, value] of request.params) {
      changes.push(`param_${name} = ${literal(value)}`);
      this.#params.add(name);
    }
    if (changes.length > 0) await this.#session.queryAsync(`SET ${changes.join(", ")}`);
    this.#settings.clear();
    for (const [name, value] of request.settings) this.#settings.set(name, value);
  }

  /**
   * Whether the statement uses a parameter that only an earlier query set. The engine cannot unset
   * one, and the statement must fail as "not set" instead of seeing the other query's value.
   */
  #hasStaleParam(request: EngineRequest): boolean {
    for (const [, name = ""] of request.sql.matchAll(placeholder)) {
      if (this.#params.has(name) && !request.params.has(name)) return true;
    }
    return false;
  }

  #renew(): void {
    this.#session.close();
    this.#session = this.#open();
    this.#tag = "";
    this.#database = "default";
    this.#settings.clear();
    this.#params.clear();
  }

  async run(sql: string, format: string): Promise<Uint8Array> {
    return (await this.#session.queryAsync(sql, { format })).bytes();
  }

  stream(sql: string, format: string): ChdbQueryStream {
    return this.#session.queryStream(sql, { format });
  }

  /** Inserts rows. They stay bytes until the engine parses them. */
  async insert(
    table: string,
    columns: readonly string[] | undefined,
    rows: Buffer,
    settings: ReadonlyMap<string, string>,
  ): Promise<void> {
    await this.#session.insert({
      table,
      ...(columns === undefined ? {} : { columns }),
      values: rows,
      format: "JSONEachRow",
      settings: Object.fromEntries(settings),
    });
  }

  /**
   * Closes the session after a query that failed or was stopped. The engine keeps the memory of
   * such a query until its connection runs another query or is destroyed, and the binding destroys
   * it only when the running queries of all connections have ended. So run a trivial query first.
   */
  abandon(): void {
    this.run("SELECT 1", "Null")
      .catch((error: unknown) => {
        console.error(`Leaving a query failed. Code: ${engineException(error).code}.`);
      })
      .finally(() => this.close());
  }

  close(): void {
    this.#session.close();
  }
}

function literal(value: string): string {
  return `'${value.replace(/[\\']/g, "\\$&")}'`;
}
