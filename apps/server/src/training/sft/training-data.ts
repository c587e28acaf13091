import type { RequestProjects } from "../../access/request-projects.ts";
import { UnfitRequest } from "../unfit-request.ts";

/** Where the examples of training jobs come from. */
export interface TrainingData {
  /**
   * The lines of the file at an address, blank ones too, without their ends.
   *
   * @throws JobFailure if they cannot be read, in words for the person who sent the job
   */
  lines(url: string, signal: AbortSignal): AsyncIterable<string>;
}

/** Training data at addresses of one scheme. */
export interface TrainingDataSource extends TrainingData {
  /**
   * The address to keep with a new job. Most sources have no such function and keep what was sent; one
   * whose addresses may come to mean something else, such as `latest`, answers with a fixed one.
   * `projects` are those of the request: a source of this server's own data asks them who may read it.
   *
   * @throws UnfitRequest for an address that this source never reads, Missing where nothing is there
   */
  settle?(url: string, projects: RequestProjects, signal: AbortSignal): string | Promise<string>;
}

/** All sources of a server, by the scheme of their addresses, such as `https:`. */
export class TrainingDataSources implements TrainingData {
  readonly #sources: ReadonlyMap<string, TrainingDataSource>;

  constructor(sources: Readonly<Record<string, TrainingDataSource>>) {
    this.#sources = new Map(Object.entries(sources));
  }

  /** See `TrainingDataSource`. */
  async settle(url: string, projects: RequestProjects, signal: AbortSignal): Promise<string> {
    const source = this.#sourceOf(url);
    return source.settle === undefined ? url : await source.settle(url, projects, signal);
  }

  lines(url: string, signal: AbortSignal): AsyncIterable<string> {
    return this.#sourceOf(url).lines(url, signal);
  }

  #sourceOf(url: string): TrainingDataSource {
    const [scheme = ""] = /^[a-z][a-z0-9+.-]{0,40}:/.exec(url) ?? [];
    const source = this.#sources.get(scheme);
    if (source !== undefined) return source;
    const known = [...this.#sources.keys()].join(", ");
    throw new UnfitRequest(
      `training_data_url begins with ${JSON.stringify(url.slice(0, 40))}. This server reads training ` +
        `data from addresses that begin with one of: ${known}.`,
    );
  }
}
