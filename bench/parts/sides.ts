import { existsSync } from "node:fs";
import { join } from "node:path";
import { request } from "node:http";
import type { OpenedTraces } from "@heddle/server/store/traces";
import { Client } from "../server/client.ts";
import type { Heddle } from "../server/heddle.ts";
import type { Question, RawRow, RawStatement } from "./question.ts";

/** What an engine has read so far. */
export interface EngineCount {
  readonly statements: number;
  readonly rows: number;
  readonly bytes: number;
  /** Processor time of its statements. It hardly depends on other load of the machine. */
  readonly cpuMs: number;
}

/** One of the two that answer questions. */
export interface Side<Picks> {
  /** Answers as one of some clients; returns the text of the answer. */
  ask(question: Question<Picks>, picks: Picks, client: number): Promise<string>;
  counters(): Promise<EngineCount>;
}

const counterSql = `SELECT
  sumIf(value, event = 'SelectQuery') AS statements,
  sumIf(value, event = 'SelectedRows') AS rows,
  sumIf(value, event = 'SelectedBytes') AS bytes,
  sumIf(value, event IN ('UserTimeMicroseconds', 'SystemTimeMicroseconds')) / 1000 AS cpuMs
  FROM system.events`;

/** The server, over HTTP. */
export class ServerSide<Picks> implements Side<Picks> {
  readonly clients: readonly Client[];
  readonly #socketPath: string;

  constructor(heddle: Heddle, dataDir: string, clientCount: number) {
    this.clients = Array.from({ length: clientCount }, () => new Client(heddle));
    this.#socketPath = join(dataDir, "traces/socket/engine.sock");
    if (!existsSync(this.#socketPath)) {
      throw new Error(`The engine does not listen at ${this.#socketPath}: use a shorter folder.`);
    }
  }

  async ask(question: Question<Picks>, picks: Picks, client: number): Promise<string> {
    const asked = this.clients[client % this.clients.length];
    return (await asked?.post(question.path, question.body(picks))) ?? "";
  }

  /** Asks the server's engine itself: the API does not tell. */
  async counters(): Promise<EngineCount> {
    const answer = await new Promise<string>((resolve, reject) => {
      const path =
        "/?default_format=JSONEachRow&wait_end_of_query=1&readonly=2" +
        "&output_format_json_quote_64bit_integers=0";
      const asked = request({ socketPath: this.#socketPath, method: "POST", path }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
        response.once("end", () => resolve(text)).once("error", reject);
      });
      asked.once("error", reject).end(counterSql);
    });
    return JSON.parse(answer) as EngineCount;
  }

  close(): void {
    for (const client of this.clients) client.close();
  }
}

/** Statements through an engine of its own, on a copy of the folder. */
export class RawSide<Picks> implements Side<Picks> {
  readonly #traces: OpenedTraces;

  constructor(traces: OpenedTraces) {
    this.#traces = traces;
  }

  async ask(question: Question<Picks>, picks: Picks): Promise<string> {
    const answers: object[] = [];
    let statement: RawStatement | undefined = question.raw(picks);
    while (statement) {
      const rows = await this.#rows(statement);
      answers.push(...rows);
      statement = statement.next?.(rows);
    }
    return JSON.stringify(answers);
  }

  async #rows({ sql, params, settings }: RawStatement): Promise<RawRow[]> {
    return this.#traces.query<RawRow>(sql, params, { signal: undefined, settings });
  }

  async counters(): Promise<EngineCount> {
    const [counters] = await this.#traces.query<EngineCount>(counterSql, {}, { signal: undefined });
    if (!counters) throw new Error("The engine has no counters.");
    return counters;
  }
}
