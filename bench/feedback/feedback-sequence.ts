import type { Sequence } from "../texts/template.ts";
import { uuidV7 } from "../texts/uuid-v7.ts";
import { columnMoment, type FeedbackMark, type FeedbackMarks } from "./feedback-marks.ts";

/** Feedback that is given now, each piece on another call. */
export class FeedbackSequence implements Sequence<FeedbackMark> {
  next(): FeedbackMarks {
    const nowMs = Date.now();
    return feedbackAt(nowMs, uuidV7(nowMs));
  }
}

/** Feedback on a call that is given at a moment, with an id of the client. */
export function feedbackAt(ms: number, callId: string): FeedbackMarks {
  const us = Math.floor(ms) * 1000 + Math.floor(Math.random() * 1000);
  return {
    id: uuidV7(Math.floor(ms)),
    callId,
    madeBy: uuidV7(Math.floor(ms)),
    score: Math.min(Math.random(), 0.999999).toFixed(6),
    createdAt: columnMoment(us),
    version: String(us),
  };
}
