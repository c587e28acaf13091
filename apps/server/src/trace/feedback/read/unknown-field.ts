import { InvalidInput } from "../../../refusals/refusal.ts";

/** A request names a field that feedback does not have, or that cannot be used there. */
export class UnknownField extends InvalidInput {
  constructor(path: string, use: string) {
    const shown = path.length > 200 ? `${path.slice(0, 200)}…` : path;
    super(
      `Feedback has no field ${shown} ${use}. Send a member such as created_at, a path such as ` +
        "payload.output.score, or an entry such as scorer_ratings.<name>.",
    );
  }
}
