import { InvalidInput } from "../../refusals/refusal.ts";

/**
 * A name exists, and nothing can be sampled from it. The reason is for the operator, in the log:
 * it may have paths of this machine.
 */
export class UnusableModel extends InvalidInput {
  constructor(name: string, why: string = "what is in its folder does not fit") {
    super(
      `The model ${JSON.stringify(name)} cannot be served: ${why}. The server's log says more.`,
    );
  }
}
