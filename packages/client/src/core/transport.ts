import createClient from "openapi-fetch";
import type { Client, Middleware } from "openapi-fetch";
import { headersOf } from "./options.ts";
import type { Settings } from "./options.ts";

/** The result of one request: the answer, and its body if openapi-fetch has read it. */
export interface Arrived {
  readonly response: Response;
  readonly error?: unknown;
}

/** The part of openapi-fetch that sends any request. */
interface Requests {
  request(method: string, path: string, init: object): Promise<Arrived>;
}

/** openapi-fetch without the paths of a service: the compiler would compare them all, at a cost. */
type AnyClient = Client<{}>;

/**
 * The openapi-fetch clients of one service. Both run the same middleware: `paths` for programs that
 * write paths, the other one for the methods of the resources.
 */
export class Transport {
  readonly paths: AnyClient;
  readonly #client: AnyClient;
  readonly #answers: WeakMap<Response, Response> = new WeakMap();
  readonly #own: WeakSet<Request> = new WeakSet();

  /** Throws `TypeError` for a header that cannot be sent. */
  constructor({ baseUrl, fetch, headers }: Settings) {
    this.paths = createClient<{}>({
      baseUrl,
      fetch: async (it) => fetch(it),
      headers: headersOf(headers),
    });
    this.#client = createClient<{}>({ baseUrl });
    // openapi-fetch reads the whole body of each error, and a body may never end. The middleware
    // that is registered first sees each answer last, so it can keep the answer and pass on an
    // empty one.
    this.#client.use({
      onRequest: ({ request }) => void this.#own.add(request),
      onResponse: ({ response }) => {
        const empty = new Response(null, { status: 204 });
        this.#answers.set(empty, response);
        return empty;
      },
    });
  }

  /** Adds openapi-fetch middleware: it runs for every attempt, and sees the server's answer. */
  use(...middleware: Middleware[]): void {
    this.paths.use(...middleware);
    this.#client.use(...middleware);
  }

  /** Removes middleware. */
  eject(...middleware: Middleware[]): void {
    this.paths.eject(...middleware);
    this.#client.eject(...middleware);
  }

  /** Sends one request with openapi-fetch. The body of the answer is not read. */
  async request(method: string, path: string, init: object): Promise<Arrived> {
    const requests = this.#client as unknown as Requests;
    const arrived = await requests.request(method, path, { ...init, parseAs: "stream" });
    const response = this.#answers.get(arrived.response);
    // An answer that comes from `onRequest` does not pass the other middleware.
    return response ? { response } : arrived;
  }

  /** Whether openapi-fetch made this request. Middleware may send another one instead. */
  isOwn(request: Request): boolean {
    return this.#own.has(request);
  }
}
