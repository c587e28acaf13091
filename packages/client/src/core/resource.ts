import type { Connection } from "./connection.ts";

/** What a generated resource stands on. No operation may be called `api`. */
export class Resource {
  protected readonly api: Connection;

  constructor(api: Connection) {
    this.api = api;
  }
}
