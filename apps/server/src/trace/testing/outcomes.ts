import { serialise } from "@heddle/server-kit";
import { traceErrorBody } from "@heddle/server-kit/trace";
import { traceAnswerTo } from "../service/refusal-answers.ts";

/** The answer as a client receives it, with stored texts inserted. */
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

/**
 * The answer to a refused request; throws if the request is accepted, and for an internal error.
 */
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
