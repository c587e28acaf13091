import type { Client, Middleware } from "openapi-fetch";
import { Connection } from "./connection.ts";
import type { ClientOptions } from "./options.ts";

/** The base of the generated clients. `Paths` are the paths of the service in its types. */
export class ServiceClient<Paths extends {}> {
  /**
   * The bare openapi-fetch client of the service, for programs that write paths. It has the
   * address, the headers and the middleware of this client, but no retries and no timeouts.
   *
   * @example
   * const { data, error } = await heddle.trace.paths.POST("/call/read", { body: { project_id, id } });
   */
  readonly paths: Client<Paths>;
  protected readonly api: Connection;

  constructor(options: ClientOptions, defaultBaseUrl: string) {
    this.api = new Connection(options, defaultBaseUrl);
    // Without the assertion, the compiler compares every path of the service: 190,000 instantiations.
    // oxlint-disable-next-line typescript/no-unnecessary-type-assertion
    this.paths = this.api.transport.paths as unknown as Client<Paths>;
  }

  /**
   * Adds openapi-fetch middleware to all calls of this service. It runs for every attempt.
   *
   * @example
   * heddle.trace.use({ onResponse: ({ response, schemaPath }) => log(schemaPath, response.status) });
   */
  use(...middleware: Middleware[]): void {
    this.api.transport.use(...middleware);
  }

  /** Removes middleware that `use` added. */
  eject(...middleware: Middleware[]): void {
    this.api.transport.eject(...middleware);
  }
}
