import { Agent, request } from "node:http";
import type { Heddle } from "./heddle.ts";

/** Sends requests to a server over one connection that is kept open. */
export class Client {
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #authorization: string;

  constructor({ url, apiKey }: Pick<Heddle, "url" | "apiKey">) {
    this.#url = url;
    this.#authorization = `Basic ${btoa(`api:${apiKey}`)}`;
  }

  /** Returns the text of a 200; throws for any other answer. */
  post(path: string, body: unknown): Promise<string> {
    const bytes = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
    const headers = {
      authorization: this.#authorization,
      "content-type": "application/json",
      "content-length": bytes.length,
    };
    return new Promise((resolve, reject) => {
      const options = { agent: this.#agent, method: "POST", headers };
      const sent = request(new URL(path, this.#url), options, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.once("error", reject);
        response.once("end", () => {
          const text = Buffer.concat(chunks).toString();
          if (response.statusCode === 200) resolve(text);
          else reject(new Error(`${path} answered ${response.statusCode}: ${text.slice(0, 500)}`));
        });
      });
      sent.once("error", reject);
      sent.end(bytes);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
