import { EngineError, type BaseText } from "@heddle/engine";
import { JobFailure } from "../../jobs/job-work.ts";
import { InvalidParameter } from "../../../refusals/invalid-parameter.ts";

/** Does work on the text of a trajectory; what is wrong with the text fails the job and says where it stands. */
export async function atPlace<Result>(place: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isOfText =
      error instanceof InvalidParameter ||
      (error instanceof EngineError && error.kind === "invalid");
    if (!isOfText) throw error;
    throw new JobFailure(`${place}: ${error.message}`, { cause: error });
  }
}

/** Whether the engine refused a text because it cannot fit the model's context, before it encoded any of it. */
export function isTooLong(error: unknown): boolean {
  return error instanceof EngineError && error.kind === "invalid" && error.parameter === "text";
}

/** The tokens of what an assistant wrote, without those that the template puts around it. */
export async function textTokens(
  content: string,
  text: BaseText,
  signal: AbortSignal,
): Promise<readonly number[]> {
  return content === "" ? [] : [...(await text.encode(content, { signal }))];
}
