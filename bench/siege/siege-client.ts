import { Agent, type IncomingMessage, request } from "node:http";

/** The outcome of one request. */
export interface Answer {
  /** 0 if the connection broke or no answer came in time. */
  readonly status: number;
  readonly text: string;
  readonly retryAfterMs: number;
  readonly ms: number;
}

const patienceMs = 120_000;

/**
 * Sends requests over one connection that is kept open. Every outcome is an answer; none throws.
 */
export class SiegeClient {
  readonly #url: string;
  readonly #authorization: string;
  readonly #agent: Agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(url: string, key: string) {
    this.#url = url;
    this.#authorization = basic(key);
  }

  get(path: string): Promise<Answer> {
    return this.#send("GET", path);
  }

  post(
    path: string,
    body: string | Uint8Array,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    return this.#send("POST", path, Buffer.from(body), headers);
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(
    method: string,
    path: string,
    body?: Buffer,
    more: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const askedAt = performance.now();
    const headers = {
      authorization: this.#authorization,
      "content-type": "application/json",
      ...(body && { "content-length": body.length }),
      ...more,
    };
    return new Promise((resolve) => {
      const broken = (error: Error): void => {
        resolve({
          status: 0,
          text: error.message,
          retryAfterMs: 0,
          ms: performance.now() - askedAt,
        });
      };
      const target = new URL(path, this.#url);
      const sent = request(target, { agent: this.#agent, method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.once("error", broken);
        response.once("end", () => {
          resolve({
            status: response.statusCode ?? 0,
            text: Buffer.concat(chunks).toString(),
            retryAfterMs: retryAfterMs(response),
            ms: performance.now() - askedAt,
          });
        });
      });
      sent.setTimeout(patienceMs, () => sent.destroy(new Error("no answer in time")));
      sent.once("error", broken);
      sent.end(body);
    });
  }
}

/** `Authorization` for a key. */
export function basic(key: string): string {
  return `Basic ${btoa(`api:${key}`)}`;
}

function retryAfterMs({ headers }: IncomingMessage): number {
  const seconds = Number(headers["retry-after"] ?? 0);
  return Number.isFinite(seconds) ? seconds * 1000 : 0;
}
