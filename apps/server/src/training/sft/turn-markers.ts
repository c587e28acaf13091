import type { BaseText } from "@heddle/engine";
import { JobFailure } from "../jobs/job-work.ts";

/** How the turns of a conversation begin in a rendered text. */
export interface TurnMarkers {
  /** Opens a turn of the assistant; what follows is what it learns. */
  readonly response: string;
  /** Opens a turn of anybody. */
  readonly turn: string;
}

/** The forms of chat templates that are known. */
const families: readonly TurnMarkers[] = [
  { response: "<|im_start|>assistant\n", turn: "<|im_start|>" },
  {
    response: "<|start_header_id|>assistant<|end_header_id|>\n\n",
    turn: "<|start_header_id|>",
  },
  { response: "<start_of_turn>model\n", turn: "<start_of_turn>" },
  { response: "[/INST]", turn: "[INST]" },
];

/** What templates of thinking models write into a turn without thoughts: the model is given it, too. */
export const emptyThoughts = "<think>\n\n</think>\n\n";

/**
 * The markers of a model's chat template.
 *
 * @throws JobFailure for a template of an unknown form
 */
export async function turnMarkers(text: BaseText, signal: AbortSignal): Promise<TurnMarkers> {
  const messages = [{ role: "user", content: "question" }];
  const prompt = await text.render({ messages, addGenerationPrompt: true }, { signal });
  const markers = families.find(({ response }) => prompt.includes(response));
  if (markers === undefined) {
    throw new JobFailure(
      `The chat template of ${text.baseModel} opens the turns of the assistant in no known form, so ` +
        'they cannot be told from the others. Train with assistant_turns: "last".',
    );
  }
  return markers;
}
