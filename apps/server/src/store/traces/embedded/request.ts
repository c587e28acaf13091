import type { IncomingMessage } from "node:http";
import { EngineException } from "./exception.ts";
import { readFields } from "./multipart.ts";

/** One request of the protocol, read. */
export interface EngineRequest {
  readonly sql: string;
  /** Rows of an insert; undefined where the body was the statement. */
  readonly rows: Buffer | undefined;
  /** Escaped as the protocol has it (tab-separated values). */
  readonly params: ReadonlyMap<string, string>;
  readonly settings: ReadonlyMap<string, string>;
  readonly database: string;
  readonly queryId: string;
  readonly format: string;
  /** The whole answer before its first byte, so that a failure is a status and not a broken stream. */
  readonly isBuffered: boolean;
  /** Anything but a read is to be refused. */
  readonly isReadonly: boolean;
}

const maxBodyBytes = 256 * 1024 * 1024;

/** Names in the query string that steer the protocol and are no settings of the engine. */
const ignored = new Set([
  "buffer_size",
  "enable_http_compression",
  "cancel_http_readonly_queries_on_client_close",
  "http_max_field_value_size",
  "send_progress_in_http_headers",
  "user",
  "password",
]);
const unsupported = new Set(["session_id", "role", "compress", "decompress", "quota_key"]);

/** Reads a request whole. Throws {@link EngineException} for what the subset does not have. */
export async function readRequest(message: IncomingMessage): Promise<EngineRequest> {
  if (message.headers["content-encoding"] !== undefined) {
    throw new EngineException(48, "NOT_IMPLEMENTED", "Compressed requests are not supported.");
  }
  const url = new URL(message.url ?? "/", "http://engine");
  const fields = new Map(url.searchParams);
  let body: Buffer | undefined = await readBody(message);
  const type = message.headers["content-type"] ?? "";
  if (type.startsWith("multipart/form-data")) {
    for (const [name, value] of readFields(body, type)) fields.set(name, value);
    body = undefined;
  }
  const query = fields.get("query");
  const text = query ?? body?.toString("utf8") ?? "";
  const rows = query !== undefined && body !== undefined && body.length > 0 ? body : undefined;

  const params = new Map<string, string>();
  const settings = new Map<string, string>();
  for (const [name, value] of fields) {
    if (!/^\w+$/.test(name)) throw new EngineException(115, "UNKNOWN_SETTING", "Malformed name.");
    if (unsupported.has(name)) {
      throw new EngineException(48, "NOT_IMPLEMENTED", `${name} is not supported.`);
    }
    if (name.startsWith("param_")) params.set(name.slice("param_".length), value);
    else if (!own.has(name) && !ignored.has(name)) settings.set(name, value);
  }
  const { sql, format } = splitFormat(text, fields.get("default_format") ?? "TabSeparated");
  return {
    sql,
    rows,
    params,
    settings,
    database: fields.get("database") ?? "default",
    queryId: fields.get("query_id") ?? crypto.randomUUID(),
    format,
    isBuffered: fields.get("wait_end_of_query") === "1",
    isReadonly: (fields.get("readonly") ?? "0") !== "0",
  };
}

/** `readonly` is among them: a session that has it set cannot take it off again. */
const own = new Set([
  "query",
  "database",
  "query_id",
  "default_format",
  "wait_end_of_query",
  "readonly",
]);

/** The binding takes the format apart from the statement, clients put it at the end. */
function splitFormat(text: string, defaultFormat: string): { sql: string; format: string } {
  const end = /\sFORMAT\s+(\w+)[\s;]*$/i.exec(text);
  if (end?.[1] === undefined || /^\s*INSERT\s/i.test(text)) {
    return { sql: text, format: defaultFormat };
  }
  return { sql: text.slice(0, end.index), format: end[1] };
}

async function readBody(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) {
      throw new EngineException(307, "TOO_MANY_BYTES", `A body may have ${maxBodyBytes} bytes.`);
    }
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, bytes);
}
