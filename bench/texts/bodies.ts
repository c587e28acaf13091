import type { Sequence, Template } from "./template.ts";

/** The text around the entries of a request. */
export interface Envelope {
  readonly before: string;
  readonly after: string;
}

export const batchEnvelope: Envelope = { before: '{"batch":[', after: "]}" };

/** A body whose bytes are made once; only the marks are overwritten before each request. */
class Body<Name extends string> {
  readonly bytes: Buffer;
  /** The places of the marks, for each entry. */
  readonly #places: readonly (readonly { readonly mark: Name; readonly at: number }[])[];

  constructor(entries: readonly Template<Name>[], { before, after }: Envelope) {
    this.bytes = Buffer.from(before + entries.map(({ text }) => text).join(",") + after);
    let start = before.length;
    this.#places = entries.map(({ text, places }) => {
      const inBytes = places.map(({ mark, at }) => {
        return { mark, at: start + Buffer.byteLength(text.slice(0, at)) };
      });
      start += Buffer.byteLength(text) + 1;
      return inBytes;
    });
  }

  /** Fills in the next entries. The request with the last ones must have ended. */
  fill(sequence: Sequence<Name>): Buffer {
    for (const places of this.#places) {
      const values = sequence.next();
      for (const { mark, at } of places) this.bytes.write(values[mark], at, "latin1");
    }
    return this.bytes;
  }
}

/** Bodies that one connection sends in turn. */
export class Bodies<Name extends string> {
  readonly #bodies: readonly Body<Name>[];
  readonly #sequence: Sequence<Name>;
  #next = 0;

  /** Each of the lists becomes a body. */
  constructor(
    lists: readonly (readonly Template<Name>[])[],
    sequence: Sequence<Name>,
    envelope: Envelope = batchEnvelope,
  ) {
    this.#bodies = lists.map((entries) => new Body(entries, envelope));
    this.#sequence = sequence;
  }

  next(): Buffer {
    const body = this.#bodies[this.#next % this.#bodies.length];
    this.#next += 1;
    if (!body) throw new Error("There are no bodies.");
    return body.fill(this.#sequence);
  }
}
