import { Bodies } from "../texts/bodies.ts";
import { Template } from "../texts/template.ts";
import type { CallSequence } from "./call-sequence.ts";
import { lifeMarks, type MarkName, wireMarks } from "./marks.ts";
import { sampleCount, sampleHalves } from "./sample-call.ts";

/** Batches that one connection sends in turn, with the texts of samples from `first` on. */
export function callBodies(
  first: number,
  count: number,
  callsPerBatch: number,
  sequence: CallSequence,
): Bodies<MarkName> {
  const batches = Array.from({ length: count }, (_, body) =>
    Array.from({ length: callsPerBatch }, (_, call) => {
      const index = (first + body * callsPerBatch + call) % sampleCount;
      return new Template(sampleHalves(index).join(","), wireMarks, lifeMarks);
    }),
  );
  return new Bodies(batches, sequence);
}
