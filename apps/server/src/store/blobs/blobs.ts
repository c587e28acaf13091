/** The store of contents: it keeps bytes under their digest. */
export interface Blobs {
  /**
   * Reads bytes as they come, in memory of a fixed size, and keeps them aside until `commit`.
   *
   * @throws BlobTooLarge, DiskFull, Cancelled, and the errors of `source`; then nothing is kept.
   */
  stage(source: AsyncIterable<Uint8Array>, options: StageOptions): Promise<StagedBlob>;
  /** Stores bytes. They are durable when it resolves. */
  put(bytes: Uint8Array): Promise<BlobFacts>;
  /**
   * Opens the content with a digest; undefined if there is none. Aborting the signal ends and
   * closes its stream. With a range, the stream has those bytes alone.
   *
   * @throws Cancelled
   */
  open(digest: string, signal: AbortSignal, range?: ByteRange): Promise<OpenBlob | undefined>;
  /**
   * Deletes the content with a digest, unless it was committed within the last `unusedMs`: whoever
   * committed it may be about to record that it is in use. Returns false for a content that was
   * kept for this reason; deleting one that does not exist is harmless.
   */
  delete(digest: string, unusedMs: number): Promise<boolean>;
}

/** A part of a content. */
export interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/** Bounds on the bytes to stage. */
export interface StageOptions {
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** The digest and the size of a content. */
export interface BlobFacts {
  /** 43 letters and digits: SHA-256 in base64, with X for + and Y for /, unpadded. */
  readonly digest: string;
  readonly size: number;
}

/** Complete bytes that are not stored yet. Call `commit` or `discard`. */
export interface StagedBlob extends BlobFacts {
  /** Stores the bytes. They are durable when it resolves. Storing a content twice is harmless. */
  commit(): Promise<void>;
  discard(): Promise<void>;
}

/** A stored content. */
export interface OpenBlob {
  /** Bytes of the whole content. */
  readonly size: number;
  /** Opens the content at the first read, and closes it when the loop ends. */
  readonly stream: AsyncIterable<Uint8Array>;
}
