import type { Model } from "../../src/model/model.ts";
import type { OtherEngine, OtherRow } from "../other-engine.ts";
import type { Decoding } from "./decoding.ts";
import { firstToken, likeliest, promptRows, promptToken } from "./decoding.ts";
import { otherModel } from "./other-model.ts";

/** Positions that every stream has in the other engine's cache. */
const positions = 1024;

/** The other engine's decoding in this thread, with the weights of a model of ours and room for so many streams. */
export function otherDecoding(
  other: OtherEngine,
  ours: Model,
  { threads, streams }: { readonly threads: number; readonly streams: number },
): Decoding {
  const model = otherModel(other, ours, { threads, train: false });
  model.initKV(streams, positions);
  return {
    decode: ({ streams, tokens }) => {
      const next = Array.from({ length: streams }, (_, stream) => firstToken(stream));
      for (let position = 0; position < tokens; position += 1) {
        const rows = next.map((tok, slot): OtherRow => ({ slot, pos: position, tok, lo: null }));
        const logits = model.decode(rows);
        for (let stream = 0; stream < streams; stream += 1)
          next[stream] = likeliest(logits[stream]!);
      }
    },
    prefill: (tokens) => {
      for (let from = 0; from < tokens; from += promptRows) {
        const count = Math.min(promptRows, tokens - from);
        model.decode(
          Array.from({ length: count }, (_, i): OtherRow => {
            const pos = from + i;
            return { slot: 0, pos, tok: promptToken(pos), lo: null, want: pos === tokens - 1 };
          }),
        );
      }
    },
    close: () => Promise.resolve(),
  };
}
