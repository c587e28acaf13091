import type { IncomingMessage } from "node:http";
import { EngineException } from "./exception.ts";
import { readFields } from "./multipart.ts";

/** A parsed request of the protocol. */
export interface EngineRequest {
  readonly sql: string;
  /** Rows of an insert; undefined if the body was the statement. */
  readonly rows: Buffer | undefined;
  /** Escaped as in tab-separated text. */
  readonly params: ReadonlyMap<string, string>;
  readonly settings: ReadonlyMap<string, string>;
  readonly database: string;
  readonly queryId: string;
  readonly format: string;
  /** Wait for the whole answer before the first byte, so that a failure can have a status. */
  readonly isBuffered: boolean;
  /** Refuse all statements except reads. */
  readonly isReadonly: boolean;
}

const maxBodyBytes = 256 * 1024 * 1024;

/** Names in the query string that concern only HTTP or users, and that the engine does not need. */
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

/** Reads a whole request. Throws {@link EngineException} for parts outside of the subset. */
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
    if (!/^\w+$/.test(name))
      throw new EngineException(115, "UNKNOWN_SETTING", "A name is malformed.");
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

/** Names that the protocol handles. Also `readonly`: a session could not unset it again. */
const own = new Set([
  "query",
  "database",
  "query_id",
  "default_format",
  "wait_end_of_query",
  "readonly",
]);

/** Splits the format off the end of a statement, because the binding takes it separately. */
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
      const text = `A body may have at most ${maxBodyBytes} bytes.`;
      throw new EngineException(307, "TOO_MANY_BYTES", text);
    }
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, bytes);
}
