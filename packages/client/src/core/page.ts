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
  readonly data: readonly T[];
  readonly hasMore: boolean;
  readonly #follow: (after: string) => PromiseLike<Page<T>>;

  /** `follow` fetches the page behind an item. */
  constructor(body: PageBody<T>, follow: (after: string) => PromiseLike<Page<T>>) {
    this.data = body.data;
    // A server may say that there is more and send nothing: that is the end all the same.
    this.hasMore = body.has_more && body.data.length > 0;
    this.#follow = follow;
  }

  /**
   * The page after this one; `undefined` where this is the last.
   * Throws `InvalidResponseError` where the last item has no id to go on from.
   */
  async nextPage(): Promise<Page<T> | undefined> {
    if (!this.hasMore) return undefined;
    const { id } = fields(this.data.at(-1));
    if (typeof id === "string") return this.#follow(id);
    throw new InvalidResponseError("the last item of a page has no id");
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
