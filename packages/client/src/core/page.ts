import { ApiCall } from "./api-call.ts";
import { InvalidResponseError } from "./errors.ts";
import { fields } from "./error-body.ts";

/** One page as the server sends it. */
export interface PageBody<T> {
  readonly data: readonly T[];
  readonly has_more: boolean;
}

/**
 * One page of a list. Iterating gives the items of this page and of all later pages; each page is
 * fetched when the page before it has been read.
 */
export class Page<T> implements AsyncIterable<T> {
  declare readonly data: readonly T[];
  declare readonly hasMore: boolean;
  readonly #follow: (after: string) => PromiseLike<Page<T>>;
  readonly #after: unknown;

  /**
   * `follow` fetches the page after an item; this page follows the item `after`. Throws
   * `InvalidResponseError` for a body that is not a page.
   */
  constructor(body: unknown, follow: (after: string) => PromiseLike<Page<T>>, after?: unknown) {
    const { data, has_more } = fields(body);
    if (!Array.isArray(data)) throw new InvalidResponseError("the answer is not a page");
    this.data = data;
    // A server may claim that there is more and send no items: that is the end too.
    this.hasMore = !!has_more && data.length > 0;
    this.#follow = follow;
    this.#after = after;
  }

  /**
   * The next page; `undefined` if this is the last one. Throws `InvalidResponseError` if the last
   * item has no id, or has the id that this page was requested with: the list would never end.
   */
  async nextPage(): Promise<Page<T> | undefined> {
    if (!this.hasMore) return undefined;
    const { id } = fields(this.data.at(-1));
    if (typeof id === "string" && id !== this.#after) return this.#follow(id);
    throw new InvalidResponseError("the last item has no new id");
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    yield* this.data;
    for (let page = await this.nextPage(); page; page = await page.nextPage()) yield* page.data;
  }
}

/**
 * A list whose pages are fetched when they are needed. Awaiting it gives the first page.
 *
 * @example
 * for await (const checkpoint of heddle.training.checkpoints.list(modelId)) console.log(checkpoint.step);
 */
export class PageCall<T> extends ApiCall<Page<T>> implements AsyncIterable<T> {
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    yield* await this;
  }
}
