import { Agent, request, type AgentOptions, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** A server that speaks the protocol. */
export interface Endpoint {
  readonly url: string;
  readonly socketPath?: string | undefined;
  close?(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  /** The body ended as HTTP requires; otherwise the connection just closed. */
  readonly isWhole: boolean;
}

const database = `protocol_${crypto.randomUUID().replaceAll("-", "")}`;
const rowsFailingInTheMiddle =
  "SELECT number, throwIf(number = 150000) AS z FROM numbers(200000) " +
  "SETTINGS max_block_size = 1000, max_threads = 1 FORMAT JSONEachRow";

/** Tests with plain HTTP that an endpoint does everything in `PROTOCOL.md`. */
export function protocolSuite(start: () => Promise<Endpoint>): void {
  let endpoint: Endpoint;
  let agent: Agent;

  function open(address: Record<string, string>, body?: string | Buffer): Promise<IncomingMessage> {
    const url = new URL(endpoint.url);
    for (const [name, value] of Object.entries(address)) url.searchParams.set(name, value);
    return new Promise((resolve, reject) => {
      const sent = request(url, { method: "POST", agent }, resolve);
      sent.on("error", reject);
      sent.end(body);
    });
  }

  async function ask(sql: string, address: Record<string, string> = {}): Promise<Answer> {
    return read(await open({ database, ...address }, sql));
  }

  async function rows(sql: string, address: Record<string, string> = {}): Promise<unknown[]> {
    const answer = await ask(`${sql} FORMAT JSONEachRow`, address);
    if (answer.status !== 200) throw new Error(answer.body);
    return lines(answer.body);
  }

  const insert = async (table: string, body: string, address = {}): Promise<Answer> => {
    const query = `INSERT INTO ${table} FORMAT JSONEachRow`;
    return read(await open({ database, query, async_insert: "0", ...address }, body));
  };

  beforeAll(async () => {
    endpoint = await start();
    const options: AgentOptions & { socketPath?: string | undefined } = {
      keepAlive: true,
      ...(endpoint.socketPath === undefined ? {} : { socketPath: endpoint.socketPath }),
    };
    agent = new Agent(options);
    await ask(`CREATE DATABASE ${database} ENGINE = Atomic`, { database: "default" });
    await ask(
      "CREATE TABLE t (a UInt64, b String) ENGINE = MergeTree ORDER BY a " +
        "SETTINGS non_replicated_deduplication_window = 100",
    );
  });

  afterAll(async () => {
    await ask(`DROP DATABASE IF EXISTS ${database}`, { database: "default" });
    agent.destroy();
    await endpoint.close?.();
  });

  describe("statements", () => {
    test("ping", async () => {
      const url = new URL("/ping", endpoint.url);
      const message = await new Promise<IncomingMessage>((resolve, reject) => {
        request(url, { agent }, resolve).on("error", reject).end();
      });
      expect(await read(message)).toMatchObject({ status: 200, body: "Ok.\n" });
    });

    test("answers in the requested format, with the query's id", async () => {
      const answer = await ask("SELECT 1 AS a, 'é' AS b FORMAT JSONEachRow", { query_id: "q-1" });
      expect(answer).toMatchObject({ status: 200, body: '{"a":1,"b":"é"}\n' });
      expect(answer.headers["x-clickhouse-query-id"]).toBe("q-1");
      expect((await ask("SELECT 1, 2")).body).toBe("1\t2\n");
    });

    test("with readonly cannot write, and do not affect the next statements", async () => {
      for (const sql of ["CREATE TABLE x (a UInt8) ENGINE = Memory", "DROP TABLE t"]) {
        const answer = await ask(sql, { readonly: "2" });
        expect(answer.headers["x-clickhouse-exception-code"]).toBe("164");
      }
      const inserted = await insert("t", '{"a":1}', { readonly: "2" });
      expect(inserted.headers["x-clickhouse-exception-code"]).toBe("164");
      const address = { readonly: "2", max_threads: "1" };
      expect(await rows("SELECT count() AS n FROM t", address)).toEqual([{ n: 0 }]);
      expect(await rows("SELECT count() AS n FROM t")).toEqual([{ n: 0 }]);
    });

    test.each([
      ["a misspelt statement", "SELEKT 1", {}, 62],
      ["an unknown column", "SELECT nope", {}, 47],
      ["an unknown table", "SELECT 1 FROM nope", {}, 60],
      ["an unknown database", "SELECT 1", { database: "nope" }, 81],
      ["an unknown setting", "SELECT 1", { nope_setting: "1" }, 115],
      ["a parameter that was not given", "SELECT {p:String}", {}, 456],
      ["a parameter of the wrong type", "SELECT {p:UInt64}", { param_p: "1 OR 1=1" }, 457],
      ["too many rows", "SELECT * FROM numbers(10)", { max_result_rows: "3" }, 396],
      ["a slow statement", "SELECT sum(sleepEachRow(0.1)) FROM numbers(100)", slow, 159],
    ])("refuses %s with its code", async (_what, sql, address, code) => {
      for (const wait_end_of_query of ["0", "1"]) {
        const answer = await ask(sql, { ...address, wait_end_of_query });
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.headers["x-clickhouse-exception-code"]).toBe(String(code));
        expect(answer.body).toMatch(
          new RegExp(`^Code: ${code}\\. DB::Exception: .*\\([A-Z_]+\\)`, "s"),
        );
      }
    });
  });

  describe("parameters", () => {
    test.each([
      ["an empty text", ""],
      ["a quote", "'"],
      ["a backslash", "\\"],
      ["an escape written out", "a\\tb"],
      ["a statement", "\\'; DROP TABLE t; --"],
      ["control characters", "\n\t\r\0"],
      ["the word NULL", "NULL"],
      ["a placeholder", "{p:String}"],
      ["other scripts", "é 😀 \u2028"],
    ])("%s comes back unchanged", async (_what, value) => {
      const address = { param_p: escaped(value), param_q: `['${escaped(value)}']` };
      const [row] = await rows("SELECT {p:String} AS p, {q:Array(String)} AS q", address);
      expect(row).toEqual({ p: value, q: [value] });
    });

    test("long parameters may come as a form", async () => {
      const value = "long 'value' ".repeat(9000);
      const answer = await form({ query: "SELECT {p:String} AS p FORMAT JSONEachRow" }, value);
      expect(lines(answer.body)).toEqual([{ p: value }]);
    });

    test("the parameters of one query are not set for the next", async () => {
      const given = { param_secret: "of another" };
      await Promise.all(Array.from({ length: 12 }, () => rows("SELECT {secret:String}", given)));
      const answers = Array.from({ length: 12 }, () => ask("SELECT {secret:String} AS s"));
      for (const answer of await Promise.all(answers)) {
        expect(answer.headers["x-clickhouse-exception-code"]).toBe("456");
      }
    });

    async function form(fields: Record<string, string>, param: string): Promise<Answer> {
      const boundary = "----boundary";
      const parts = Object.entries({ ...fields, param_p: escaped(param) }).map(
        ([name, value]) =>
          `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      );
      const headers = { "Content-Type": `multipart/form-data; boundary=${boundary}` };
      const message = await new Promise<IncomingMessage>((resolve, reject) => {
        const sent = request(endpoint.url, { method: "POST", agent, headers }, resolve);
        sent.on("error", reject).end(`${parts.join("")}--${boundary}--\r\n`);
      });
      return read(message);
    }
  });

  describe("settings", () => {
    const effective = "SELECT getSetting('max_result_rows') AS r, getSetting('max_threads') AS t";

    test("apply only to their own query, also if it fails", async () => {
      const before = await rows(effective);
      const strict = { max_result_rows: "7", max_threads: "1" };
      const at = (many: number): number[] => Array.from({ length: many }, (_, index) => index);
      const good = await Promise.all(at(12).map(() => rows(effective, strict)));
      for (const seen of good) expect(seen).toEqual([{ r: 7, t: 1 }]);
      expect(await rows(effective)).toEqual(before);
      await Promise.all(at(12).map(() => ask("SELECT * FROM numbers(9)", strict)));
      for (const seen of await Promise.all(at(12).map(() => rows(effective)))) {
        expect(seen).toEqual(before);
      }
    });
  });

  describe("inserts", () => {
    const count = async (): Promise<unknown> => (await rows("SELECT count() AS n FROM t"))[0];

    test("store the rows of the body", async () => {
      const answer = await insert("t", '{"a":1,"b":"x"}\n{"a":2,"b":"\\u00e9\\n"}\n');
      expect(answer).toMatchObject({ status: 200, body: "" });
      expect(await rows("SELECT * FROM t WHERE a < 3 ORDER BY a")).toEqual([
        { a: 1, b: "x" },
        { a: 2, b: "é\n" },
      ]);
    });

    test.each([
      ["a value of the wrong type", '{"a":"x"}'],
      ["an unknown column", '{"nope":1}'],
      ["half a surrogate pair", '{"a":1,"b":"\\ud800"}'],
      ["text that is not JSON", "nonsense"],
    ])("with %s store no row", async (_what, bad) => {
      const before = await count();
      const body = `{"a":10,"b":"x"}\n${bad}\n{"a":11,"b":"x"}\n`;
      const answer = await insert("t", body, { input_format_skip_unknown_fields: "0" });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.headers["x-clickhouse-exception-code"]).toMatch(/^(25|26|27|117)$/);
      expect(await count()).toEqual(before);
    });

    test("with a known token store nothing more", async () => {
      const before = (await count()) as { n: number };
      const token = { insert_deduplication_token: "token-1" };
      for (const a of [20, 21, 22]) {
        expect((await insert("t", `{"a":${a},"b":"x"}\n`, token)).status).toBe(200);
      }
      expect(await count()).toEqual({ n: before.n + 1 });
    });
  });

  describe("streams", () => {
    test("send rows before the query has ended", async () => {
      const message = await open(
        { database, max_block_size: "1", max_execution_time: "20" },
        "SELECT number, sleepEachRow(1) FROM numbers(1000) FORMAT JSONEachRow",
      );
      const [chunk] = (await message[Symbol.asyncIterator]().next()).value as [number];
      expect(chunk).toBeDefined();
      message.destroy();
    });

    test("report a failure in the middle", async () => {
      const answer = await ask(rowsFailingInTheMiddle);
      expect(answer.status).toBe(200);
      const tag = answer.headers["x-clickhouse-exception-tag"] as string;
      expect(answer.body.startsWith('{"number":0,"z":0}\n')).toBe(true);
      const end = new RegExp(
        `\\r\\n__exception__\\r\\n${tag}\\r\\n(Code: 395\\..*)(\\d+) ${tag}\\r\\n__exception__\\r\\n$`,
        "s",
      );
      expect(answer.body).toMatch(end);
    });

    test("that fail in the middle leave no rows for the next query", async () => {
      const failing = Array.from({ length: 24 }, (_, index) =>
        ask(rowsFailingInTheMiddle, { wait_end_of_query: index % 2 === 0 ? "1" : "0" }),
      );
      // With a parameter and without, because setting one could already remove such rows.
      const asking = async (): Promise<void> => {
        for (let turn = 0; turn < 20; turn += 1) {
          const tenant = `tenant ${turn}`;
          const wait_end_of_query = turn % 2 === 0 ? "1" : "0";
          const bound = { param_tenant: tenant, wait_end_of_query };
          expect(await rows("SELECT {tenant:String} AS tenant", bound)).toEqual([{ tenant }]);
          const plain = await rows(`SELECT '${tenant}' AS tenant`, { wait_end_of_query });
          expect(plain).toEqual([{ tenant }]);
        }
      };
      await Promise.all([asking(), asking(), asking(), ...failing]);
      await asking();
    });

    test("end when the client leaves, early or late", async () => {
      const mark = `mark_${crypto.randomUUID().replaceAll("-", "")}`;
      const sqls = [
        `SELECT number, '${mark}' FROM numbers(100000000000) FORMAT JSONEachRow`,
        `SELECT sum(sipHash64(number)), '${mark}' FROM numbers(100000000000)`,
      ];
      const running =
        "SELECT count() AS n FROM system.processes " +
        "WHERE position(query, {mark:String}) > 0 AND position(query, 'processes') = 0";
      const cancel = { cancel_http_readonly_queries_on_client_close: "1", database };
      for (const [index, sql] of sqls.entries()) {
        const opened = open({ ...cancel, readonly: "2" }, sql).catch(() => undefined);
        await until(async () => !empty(await rows(running, { param_mark: mark })));
        if (index === 0) (await opened)?.destroy();
        else for (const socket of Object.values(agent.sockets).flat()) socket?.destroy();
        await until(async () => empty(await rows(running, { param_mark: mark })));
        expect(empty(await rows(running, { param_mark: mark }))).toBe(true);
      }
    });
  });
}

const slow = { max_execution_time: "1", max_block_size: "1" };

async function read(message: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  let isWhole = true;
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
  } catch {
    // The answer was cut off. The part that came still counts.
    isWhole = false;
  }
  const body = Buffer.concat(chunks).toString();
  return { status: message.statusCode ?? 0, headers: message.headers, body, isWhole };
}

function lines(body: string): unknown[] {
  return body
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as unknown);
}

function empty(counted: unknown[]): boolean {
  return (counted[0] as { n: number }).n === 0;
}

/** Escapes a value as in tab-separated text. */
function escaped(value: string): string {
  const names: Record<string, string> = { "\t": "t", "\n": "n", "\r": "r", "\0": "0" };
  return value.replace(/[\t\n\r\0\\']/g, (character) => `\\${names[character] ?? character}`);
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error("The condition did not hold within two minutes.");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
