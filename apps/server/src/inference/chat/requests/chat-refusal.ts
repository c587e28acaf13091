import { InvalidInput } from "../../../refusals/refusal.ts";

/** Codes of refusals that programs tell apart. */
export type ChatRefusalCode =
  | "invalid_parameter"
  | "unsupported_parameter"
  | "context_length_exceeded";

/** A value of a chat request breaks a rule that its schema cannot say, or does not go with another. */
export class ChatRefusal extends InvalidInput {
  /** The member or header at fault, dotted. */
  readonly param: string;
  readonly code: ChatRefusalCode;

  constructor(param: string, message: string, code: ChatRefusalCode = "invalid_parameter") {
    super(message);
    this.param = param;
    this.code = code;
  }
}

/** The chat request is right, and this server or this model cannot do what it asks for. */
export function unsupported(param: string, message: string): ChatRefusal {
  return new ChatRefusal(param, message, "unsupported_parameter");
}
