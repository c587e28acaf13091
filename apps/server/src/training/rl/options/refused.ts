import { InvalidParameter } from "../../../refusals/invalid-parameter.ts";

/** The refusal of a member of `experimental_config` for what it says. */
export function refused(member: string, message: string): InvalidParameter {
  return new InvalidParameter(`experimental_config.${member}`, message);
}
