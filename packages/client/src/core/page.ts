import { ApiCall } from "./api-call.ts";
import { InvalidResponseError } from "./errors.ts";
import { fields } from "./error-body.ts";

/** One page as the server answers it. */
export interface PageBody<T> {
  readonly data: readonly T[];
  readonly has_more: boolean;
}

/**
 * One page of a list; iterated, the items of this page and of all that follow, each page fetched
 * when the one before it has been read.
 */
export class Page<T> implements AsyncIterable<T> {
  declare readonly data: readonly T[];
  declare readonly hasMore: boolean;
  readonly #follow: (after: string) => PromiseLike<Page<T>>;
  readonly #after: unknown;

  /**
   * `follow` fetches the page behind an item; `after` is the one that this page is behind.
   * Throws `InvalidResponseError` for a body that is no page.
   */
  constructor(body: unknown, follow: (after: string) => PromiseLike<Page<T>>, after?: unknown) {
    const { data, has_more } = fields(body);
    if (!Array.isArray(data)) throw new InvalidResponseError("the answer is no page");
    this.data = data;
    // A server may say that there is more and send nothing: that is the end all the same.
    this.hasMore = !!has_more && data.length > 0;
    this.#follow = follow;
    this.#after = after;
  }

  /**
   * The page after this one; `undefined` where this is the last.
   * Throws `InvalidResponseError` where the last item has no id to go on from, or the one that
   * this page was asked for with: the list would never end.
   */
  async nextPage(): Promise<Page<T> | undefined> {
    if (!this.hasMore) return undefined;
    const { id } = fields(this.data.at(-1));
    if (typeof id === "string" && id !== this.#after) return this.#follow(id);
    throw new InvalidResponseError("the page ends with no new id");
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    yield* this.data;
    for (let page = await this.nextPage(); page; page = await page.nextPage()) yield* page.data;
  }
}

/**
 * A list whose pages are fetched as they are needed. Awaited, it is the first page.
 *
 * @example
 * for await (const checkpoint of heddle.training.checkpoints.list(modelId)) console.log(checkpoint.step);
 */
export class PageCall<T> extends ApiCall<Page<T>> implements AsyncIterable<T> {
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    yield* await this;
  }
}
