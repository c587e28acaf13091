import { traceService } from "@heddle/server-kit/trace";
import type { Blobs } from "../../store/blobs/blobs.ts";
import type { Records } from "../../store/records/records.ts";
import type { Traces } from "../../store/traces/traces.ts";
import { testApp } from "./test-app.ts";
import type { TraceStores } from "./trace-stores.ts";

/** The stores of a test of leaving; a test may wrap the real ones. */
export interface ReadStores {
  readonly traces: Traces;
  readonly records: Records;
  readonly blobs: Blobs;
}

/** A client that sends requests one by one, and may leave before the answer. */
export class LeavingClient {
  readonly #app: ReturnType<typeof testApp>;
  #leaving = new AbortController();

  constructor(stores: TraceStores, read: ReadStores) {
    const { handlers } = stores.resources(read);
    this.#app = testApp(handlers, stores.requesterOf("acme"), stores.access);
  }

  /**
   * Sends a request, and reads the whole answer; undefined if the answer is incomplete. An operation
   * without a body gets the members as its query.
   */
  async ask(path: string, members: object): Promise<string | undefined> {
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    const { target, sent } = requestOf(path, members);
    try {
      const response = await this.#app.request(target, { ...sent, signal });
      return response.ok ? await response.text() : undefined;
    } catch {
      return undefined;
    }
  }

  /** Leaves before the last request is answered. */
  leave(): void {
    this.#leaving.abort();
  }
}

function requestOf(path: string, members: object): { target: string; sent: RequestInit } {
  const operation = traceService.operations.find((one) => one.path === path);
  if (operation?.method === "get") {
    const query = new URLSearchParams(Object.entries(members));
    return { target: `${path}?${query.toString()}`, sent: {} };
  }
  const headers = { "content-type": "application/json" };
  return { target: path, sent: { method: "POST", headers, body: JSON.stringify(members) } };
}
