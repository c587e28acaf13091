import type { Connection } from "./connection.ts";

/** Base class of the generated resources. No operation may have the name `api`. */
export class Resource {
  protected readonly api: Connection;

  constructor(api: Connection) {
    this.api = api;
  }
}
