import type { CallSequence } from "./call-sequence.ts";
import { type MarkName, wireMarks } from "./marks.ts";
import { sampleCount, sampleHalves } from "./sample-call.ts";
import { Template } from "./template.ts";

/** A batch whose bytes are made once; only ids and times are overwritten before each request. */
class CallBody {
  readonly bytes: Buffer;
  /** The places of the marks, for each call. */
  readonly #places: readonly (readonly { readonly mark: MarkName; readonly at: number }[])[];

  constructor(calls: readonly Template[]) {
    this.bytes = Buffer.from(`{"batch":[${calls.map(({ text }) => text).join(",")}]}`);
    let start = '{"batch":['.length;
    this.#places = calls.map(({ text, places }) => {
      const inBytes = places.map(({ mark, at }) => {
        return { mark, at: start + Buffer.byteLength(text.slice(0, at)) };
      });
      start += Buffer.byteLength(text) + 1;
      return inBytes;
    });
  }

  /** Fills in the next calls. The request with the last batch must have ended. */
  fill(sequence: CallSequence): Buffer {
    for (const places of this.#places) {
      const values = sequence.next();
      for (const { mark, at } of places) this.bytes.write(values[mark], at, "latin1");
    }
    return this.bytes;
  }
}

/** Batches that one connection sends in turn, with the texts of samples from `first` on. */
export class CallBodies {
  readonly #bodies: readonly CallBody[];
  readonly #sequence: CallSequence;
  #next = 0;

  constructor(first: number, count: number, callsPerBatch: number, sequence: CallSequence) {
    this.#sequence = sequence;
    this.#bodies = Array.from({ length: count }, (_, body) => {
      const calls = Array.from({ length: callsPerBatch }, (_, call) => {
        const index = (first + body * callsPerBatch + call) % sampleCount;
        return new Template(sampleHalves(index).join(","), wireMarks);
      });
      return new CallBody(calls);
    });
  }

  next(): Buffer {
    const body = this.#bodies[this.#next % this.#bodies.length];
    this.#next += 1;
    if (!body) throw new Error("There are no bodies.");
    return body.fill(this.#sequence);
  }
}
