import type { FolderClient } from "./folder-client.ts";

/** Members of a start, an end or a whole call; `json(text)` of the kit stands for JSON text. */
export type CallMembers = Readonly<Record<string, unknown>>;

/** Half of a call, as a batch takes it. */
export type CallHalf = Readonly<Record<string, unknown>>;

const beganMs = Date.UTC(2026, 0, 15, 10);
const lastsMs = 1500;

/** Writes calls of one project; each method is one request, so one part of the store. */
export class CallWrites {
  readonly project_id: string;
  /** The ids of all calls that were written, deleted ones too. */
  readonly ids: Set<string> = new Set();
  readonly #client: FolderClient;

  constructor(client: FolderClient, project_id: string) {
    this.#client = client;
    this.project_id = project_id;
  }

  start(id: string, more: CallMembers = {}): CallHalf {
    return { mode: "start", req: { start: this.#startOf(id, more) } };
  }

  end(id: string, more: CallMembers = {}): CallHalf {
    return { mode: "end", req: { end: this.#endOf(id, more) } };
  }

  async upsert(...batch: readonly CallHalf[]): Promise<void> {
    await this.#client.write("/call/upsert_batch", { batch });
  }

  /** Writes whole calls, which begin one second after the other unless they say otherwise. */
  async complete(calls: Readonly<Record<string, CallMembers>>): Promise<void> {
    const batch = Object.entries(calls).map(([id, more], i) => {
      const atMs = beganMs + i * 1000;
      const times = { started_at: iso(atMs), ended_at: iso(atMs + lastsMs) };
      return { ...this.#endOf(id), ...this.#startOf(id), ...times, ...more };
    });
    await this.#client.write(`/v2/${this.#path}/calls/complete`, { batch });
  }

  async begin(id: string, more?: CallMembers): Promise<void> {
    await this.#client.write("/call/start", { start: this.#startOf(id, more) });
  }

  async finish(id: string, more?: CallMembers): Promise<void> {
    await this.#client.write("/call/end", { end: this.#endOf(id, more) });
  }

  /** Begins and ends a call on the paths that name its project. */
  async eager(id: string): Promise<void> {
    await this.#client.write(`/v2/${this.#path}/call/start`, { start: this.#startOf(id) });
    await this.#client.write(`/v2/${this.#path}/call/end`, { end: this.#endOf(id) });
  }

  async rename(call_id: string, display_name: string): Promise<void> {
    await this.#client.write("/call/update", {
      project_id: this.project_id,
      call_id,
      display_name,
    });
  }

  async delete(...call_ids: readonly string[]): Promise<void> {
    await this.#client.write("/calls/delete", { project_id: this.project_id, call_ids });
  }

  get #path(): string {
    return this.project_id.split("/").map(encodeURIComponent).join("/");
  }

  #startOf(id: string, more: CallMembers = {}): CallMembers {
    this.ids.add(id);
    const { project_id } = this;
    const names = { project_id, id, trace_id: `trace of ${id}`.slice(0, 128), op_name: "plain" };
    return { ...names, started_at: iso(beganMs), attributes: {}, inputs: {}, ...more };
  }

  #endOf(id: string, more: CallMembers = {}): CallMembers {
    this.ids.add(id);
    const { project_id } = this;
    return { project_id, id, ended_at: iso(beganMs + lastsMs), summary: {}, ...more };
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
