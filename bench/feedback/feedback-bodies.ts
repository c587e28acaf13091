import { batchEnvelope, Bodies } from "../texts/bodies.ts";
import { Template } from "../texts/template.ts";
import { type FeedbackMark, feedbackMarks } from "./feedback-marks.ts";
import { FeedbackSequence } from "./feedback-sequence.ts";
import { sampleCount, sampleFeedback } from "./sample-feedback.ts";

/**
 * Requests that one connection sends in turn, with the texts of samples from `first` on: batches, or
 * single pieces if a batch would have one. `digest` is that of the AnnotationSpec.
 */
export function feedbackBodies(
  first: number,
  count: number,
  piecesPerBatch: number,
  digest: string,
): Bodies<FeedbackMark> {
  const requests = Array.from({ length: count }, (_, body) =>
    Array.from({ length: piecesPerBatch }, (_, piece) => {
      const index = (first + body * piecesPerBatch + piece) % sampleCount;
      const text = JSON.stringify(sampleFeedback(index, digest));
      return new Template<FeedbackMark>(text, feedbackMarks, ["id", "callId"]);
    }),
  );
  const envelope = piecesPerBatch === 1 ? { before: "", after: "" } : batchEnvelope;
  return new Bodies(requests, new FeedbackSequence(), envelope);
}
