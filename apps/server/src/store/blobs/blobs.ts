/** The store of contents: bytes under the digest of themselves. */
export interface Blobs {
  /**
   * Takes bytes in as they come, in memory of a fixed size, and keeps them aside until `commit`.
   *
   * @throws BlobTooLarge, DiskFull, Cancelled, and what `source` throws; nothing stays then.
   */
  stage(source: AsyncIterable<Uint8Array>, options: StageOptions): Promise<StagedBlob>;
  /** Stores bytes that are at hand; durable when it resolves. */
  put(bytes: Uint8Array): Promise<BlobFacts>;
  /**
   * The content under a digest; undefined if there is none. Aborting the signal ends its stream and
   * closes it.
   *
   * @throws Cancelled
   */
  open(digest: string, signal: AbortSignal): Promise<OpenBlob | undefined>;
}

/** Bounds on what is taken in. */
export interface StageOptions {
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** What is known of a content. */
export interface BlobFacts {
  /** 43 letters and digits: SHA-256 in base64, with X for + and Y for /, unpadded. */
  readonly digest: string;
  readonly size: number;
}

/** Bytes that are complete and not yet stored. One of the two must be called. */
export interface StagedBlob extends BlobFacts {
  /** Stores them; durable when it resolves. Storing what is there already is harmless. */
  commit(): Promise<void>;
  discard(): Promise<void>;
}

/** A stored content. */
export interface OpenBlob {
  readonly size: number;
  /** Opens the content when it is first read from, and closes it when the loop is left. */
  readonly stream: AsyncIterable<Uint8Array>;
}
