import { testApp } from "./test-app.ts";
import type { TraceStores } from "./trace-stores.ts";

/** An answer's status and body. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

/** A client of the operations on contents. Every answer is checked against the spec. */
export class TraceClient {
  readonly #app: ReturnType<typeof testApp>;

  constructor(stores: TraceStores) {
    const { handlers } = stores.resources();
    this.#app = testApp(handlers, stores.requesterOf("acme"), stores.access);
  }

  /** Sends a JSON text unchanged. */
  async post(path: string, text: string, method: "POST" | "PUT" = "POST"): Promise<Answer> {
    const headers = { "content-type": "application/json" };
    return read(await this.#app.request(path, { method, headers, body: text }));
  }

  async get(path: string): Promise<Answer> {
    return read(await this.#app.request(path));
  }

  /** Sends a form. */
  async postForm(
    path: string,
    parts: readonly (readonly [string, string | Blob])[],
  ): Promise<Answer> {
    const form = new FormData();
    for (const [name, value] of parts) {
      if (typeof value === "string") form.append(name, value);
      else form.append(name, value, "name.bin");
    }
    // Encode the form first: undici's own form stream throws if it is cancelled before its end.
    const encoded = new Response(form);
    const headers = { "content-type": encoded.headers.get("content-type") ?? "" };
    const body = await encoded.arrayBuffer();
    return read(await this.#app.request(path, { method: "POST", headers, body }));
  }
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  return {
    status: response.status,
    text,
    body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
  };
}
