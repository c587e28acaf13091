import { serialise } from "@heddle/server-kit";
import { traceErrorBody } from "@heddle/server-kit/trace";
import { traceAnswerTo } from "../service/refusal-answers.ts";

/** An answer as it goes over the wire, with stored texts spliced in. */
export function answered<T>(value: T): T {
  return JSON.parse(serialise(value)) as T;
}

/** The answer to a refused request. */
export interface Refused {
  readonly status: number;
  readonly reason: string;
  /** The whole body, with `error_type` and the members that some refusals add. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** The answer to a refused request; throws when it is accepted, and for a fault of ours. */
export async function refusal(doing: Promise<unknown>): Promise<Refused> {
  try {
    await doing;
  } catch (error) {
    const answer = traceAnswerTo(error);
    if (answer) {
      const { status, reason } = answer;
      return { status, reason, body: traceErrorBody(answer, "request") };
    }
    throw error;
  }
  throw new Error("It was accepted.");
}
