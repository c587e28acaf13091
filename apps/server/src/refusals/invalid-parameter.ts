import { InvalidInput } from "./refusal.ts";

/** A member of the request that breaks a rule, or that this server cannot honour. */
export class InvalidParameter extends InvalidInput {
  /** The member, as a dotted path. */
  readonly param: string;
  readonly code: "invalid_parameter" | "unsupported_parameter";

  constructor(
    param: string,
    message: string,
    code: "invalid_parameter" | "unsupported_parameter" = "invalid_parameter",
  ) {
    super(message);
    this.param = param;
    this.code = code;
  }
}
