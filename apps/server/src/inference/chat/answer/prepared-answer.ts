import type { SampleEvent } from "@heddle/engine";
import type { TokenTexts } from "../logprobs/token-texts.ts";
import type { AnswerForm } from "./answer-form.ts";
import type { Choice } from "./choice.ts";

/** An answer that is about to be sampled, and how to write it. */
export interface PreparedAnswer {
  /** `chatcmpl-` and the id of the request. */
  readonly id: string;
  /** When the answer began, in seconds since 1970. */
  readonly createdS: number;
  /** The name that the request used. */
  readonly model: string;
  /** The role of every choice. */
  readonly role: string;
  /** Stands in front of every choice; empty where nothing does. */
  readonly echoed: string;
  readonly prompt: Int32Array;
  readonly form: AnswerForm;
  readonly texts: TokenTexts;
  /** Whether a call must come, so that the content is empty rather than absent. */
  readonly mustCall: boolean;
  readonly choices: readonly Choice[];
  /** Nothing is sampled before the first of them is asked for. */
  readonly events: AsyncIterable<SampleEvent>;
}
