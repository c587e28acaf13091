import { InvalidInput } from "../../../refusals/refusal.ts";

/** Prompt and answer do not fit the context of the model. Clients look for the words of this message. */
export class ContextExceeded extends InvalidInput {
  /** The member to change. */
  readonly param: string;

  /** `says` names what was sent and what was asked for. */
  constructor(param: string, contextTokens: number, says: string) {
    super(`This model's maximum context length is ${contextTokens} tokens. ${says}`);
    this.param = param;
  }
}
