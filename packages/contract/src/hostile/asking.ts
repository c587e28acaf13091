import { credentials } from "../server/credentials.ts";

/** The outcome of a request. */
export interface Asked {
  /** `nothing` if no answer came in time, `cut` if the connection broke. */
  readonly status: number | "nothing" | "cut";
  readonly text: string;
  readonly headers: Headers;
  readonly ms: number;
}

export interface Question {
  readonly url: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** How long to wait for an answer. Default: 30,000 ms. */
  readonly patienceMs?: number;
}

/** Sends a request as an ordinary client does. A missing answer is an outcome, not an error. */
export async function post(question: Question): Promise<Asked> {
  const { url, path, key, body, headers, patienceMs = 30_000 } = question;
  const askedAt = performance.now();
  const done = (status: Asked["status"], text = "", from = new Headers()): Asked => {
    return { status, text, headers: from, ms: performance.now() - askedAt };
  };
  try {
    const response = await fetch(url + path, {
      method: "POST",
      body: body as string | Uint8Array<ArrayBuffer>,
      headers: { "content-type": "application/json", ...credentials(key), ...headers },
      signal: AbortSignal.timeout(patienceMs),
    });
    return done(response.status, await response.text(), response.headers);
  } catch (error) {
    return done((error as Error).name === "TimeoutError" ? "nothing" : "cut");
  }
}

/** Reads one call that does not exist: the cheapest request that reaches the stores. */
export function pointRead(url: string, key: string, project: string): Promise<Asked> {
  const body = JSON.stringify({ project_id: project, id: "nothing" });
  return post({ url, path: "/traces/call/read", key, body });
}

/** Stores one started call with a text, under the given id if there is one. */
export function startCall(
  url: string,
  key: string,
  { project, id = crypto.randomUUID(), text = "hello" }: StartedCall,
): Promise<Asked> {
  const started_at = new Date().toISOString();
  const start = {
    project_id: project,
    id,
    op_name: "op",
    started_at,
    attributes: {},
    inputs: { text },
  };
  return post({ url, path: "/traces/call/start", key, body: JSON.stringify({ start }) });
}

export interface StartedCall {
  readonly project: string;
  readonly id?: string;
  readonly text?: string;
}
