import { Session, type ChdbQueryStream } from "chdb";
import { engineException } from "./exception.ts";
import type { EngineRequest } from "./request.ts";

/** What every session starts from, where the binding's defaults are not ClickHouse's or too small. */
const baseSettings: ReadonlyMap<string, string> = new Map([
  ["implicit_select", "0"],
  ["allow_introspection_functions", "0"],
  ["async_insert", "0"],
  // Parameters are set by statements, which count as queries.
  ["max_query_size", String(16 * 1024 * 1024)],
]);

/** Where a statement names a parameter: `{name:Type}`. */
const placeholder = /\{\s*(\w+)\s*:/g;

/**
 * One connection to the engine. It carries its settings and parameters from query to query; what a
 * query leaves behind is undone in the same statement that sets up the next.
 */
export class EngineSession {
  readonly #open: () => Session;
  #session: Session;
  #tag = "";
  #database = "default";
  readonly #settings = new Map<string, string>();
  readonly #params = new Set<string>();

  /** Throws where the folder cannot be opened. */
  constructor(path: string, serverArguments: readonly string[]) {
    const base = Array.from(baseSettings, ([name, value]) => `--${name}=${value}`);
    this.#open = () => new Session(path, { connectionArgs: [...serverArguments, ...base] });
    this.#session = this.#open();
  }

  /** What the engine's list of queries shows of this session's; queries have no id of ours there. */
  get tag(): string {
    return this.#tag;
  }

  /** Brings database, settings and parameters to what the request asks for. */
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
   * A parameter cannot be unset. A statement that names one which only an earlier query gave has to
   * fail as "not set", and not see the other's value.
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

  /** Rows stay bytes all the way into the engine's parser. */
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
   * Closes it after a query that failed or was stopped. The engine keeps what such a query held
   * until its connection is asked something else or is destroyed, and the binding destroys none
   * before all queries have ended that now run on any: so it is asked for nothing first.
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
