/** An error of the engine, or of the protocol in front of it, with ClickHouse's error number. */
export class EngineException extends Error {
  readonly code: number;
  readonly type: string;

  constructor(code: number, type: string, message: string) {
    super(message);
    this.code = code;
    this.type = type;
  }
}

const maxTextLength = 2000;
const tagLength = 16;

/** Reads number, name and text out of an error of the binding. */
export function engineException(error: unknown): EngineException {
  if (error instanceof EngineException) return error;
  const text = error instanceof Error ? error.message : String(error);
  const code = /Code: (\d+)/.exec(text)?.[1];
  const type = /\(([A-Z][A-Z0-9_]{2,})\)[^()]*$/.exec(text)?.[1];
  const plain = text.replace(/^.*?Exception: /s, "").slice(0, maxTextLength);
  return new EngineException(Number(code ?? 1002), type ?? "UNKNOWN_EXCEPTION", plain);
}

/** The body of a refusal, as ClickHouse writes it. */
export function exceptionText(exception: EngineException): string {
  return `Code: ${exception.code}. DB::Exception: ${exception.message} (${exception.type})\n`;
}

/** A new `X-ClickHouse-Exception-Tag`. It is random, so rows cannot contain it. */
export function exceptionTag(): string {
  return crypto.randomUUID().replaceAll("-", "").slice(0, tagLength);
}

/** The end of an answer that fails after its first rows. Clients look for the carriage return. */
export function exceptionBlock(exception: EngineException, tag: string): string {
  const text = exceptionText(exception);
  const marker = "\r\n__exception__\r\n";
  return `${marker}${tag}\r\n${text}${Buffer.byteLength(text)} ${tag}${marker}`;
}

const statuses: Readonly<Record<number, number>> = {
  47: 404,
  60: 404,
  81: 404,
  48: 501,
  159: 408,
  202: 503,
  241: 500,
  243: 507,
  307: 413,
};
const wrongRequests = new Set([
  6, 25, 26, 27, 36, 38, 41, 42, 43, 46, 53, 62, 72, 115, 117, 158, 306, 321, 349, 396, 456, 457,
]);

/** The HTTP status of an error. Clients only check that it is not 2xx, and use the code. */
export function exceptionStatus(code: number): number {
  return statuses[code] ?? (wrongRequests.has(code) ? 400 : 500);
}
